// What the tests of callbacks share. A test is a constructor: it is run when the table of the program in front of it has
// been registered.
#include <hpcc/callbacks.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n_wrong;
static inline void equal(const char *what, double found, double expected)
{
	if (fabs(found - expected) <= 1e-9 * (1 + fabs(expected))) return;
	printf("%s: %.17g instead of %.17g\n", what, found, expected);
	n_wrong++;
}

static inline int parameter(const hpcc_callbacks *c, const char *name)
{
	for (int k = 0; k < c->n_parameters; k++)
		if (!strcmp(c->parameters[k].name, name)) return k;
	printf("no parameter '%s'\n", name);
	exit(1);
}

// The first phase of the kind whose name has the word in it.
static inline const hpcc_phase *phase_named(const hpcc_callbacks *c, hpcc_phase_kind kind, int line, const char *word)
{
	for (int k = 0; k < c->n_phases; k++)
		if (c->phases[k].kind == kind && (!line || c->phases[k].line == line) &&
		        strstr(c->phases[k].name, word))
			return &c->phases[k];
	printf("no phase with '%s'\n", word);
	exit(1);
}

// All axes in equal blocks of the indices first .. first + n - 1; process p's part.
static inline hpcc_range part_of(long first, long n, int processes, int p)
{
	long size = (n + processes - 1) / processes, lo = first + p * size, hi = lo + size - 1;
	long last = first + n - 1;
	return (hpcc_range){lo < last ? lo : last + 1, hi < last ? hi : last, 1};
}

static inline double own_operations(
        const hpcc_callbacks *c, const hpcc_phase *phase, const long *par, int n, const hpcc_range *range)
{
	double operations[HPCC_N_OPERATIONS];
	hpcc_intervals own[16];
	for (int k = 0; k < c->n_axes; k++) own[k] = (hpcc_intervals){n, range};
	hpcc_phase_operations(c, phase, par, own, operations);
	return hpcc_fp_operations(operations);
}

static inline int done(void)
{
	if (!n_wrong) printf("all as expected\n");
	exit(n_wrong != 0);
}
