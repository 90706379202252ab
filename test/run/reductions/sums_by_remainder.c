// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Sums into a few elements behind a pointer, of which a quotient or a remainder chooses one: each process adds up its
// part, and what it has touched is combined.
// PER-STEP: procs=2 from="100 10" to="100 20" messages=0 bytes=0 collectives=6
// PER-STEP: procs=7 from="100 10" to="100 20" messages=0 bytes=0 collectives=6
// ARGS: 1000 3
// ARGS: 3 3
#include <stdio.h>
#include <stdlib.h>

static double *values;

static void by_remainder(int n, double *sums, const double *v)
{
	for (int i = 0; i < n; i++) sums[i % 5] += v[i];
}

static void by_quotient(int n, double *sums, const double *v)
{
	for (int i = 0; i < n; i++) sums[i / 200] += v[i];
}

static void by_both(int n, double *sums, const double *v)
{
	for (int i = 0; i < n; i++) sums[i % 3 * 2 + i / 500] -= v[i];
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1000, steps = argc > 2 ? atoi(argv[2]) : 3;
	double *sums = calloc(8, sizeof *sums), *others = calloc(8, sizeof *others);
	values = malloc(n * sizeof *values);
#pragma dist distribute values[block]
	for (int i = 0; i < n; i++) values[i] = i * 7 % 101;
	for (int t = 0; t < steps; t++) {
		by_remainder(n, sums, values);
		by_quotient(n, others, values);
		by_both(n, sums, values);
		for (int i = 0; i < n; i++) values[i] += 1;
	}
	for (int k = 0; k < 8; k++) printf("%g %g\n", sums[k], others[k]);
	free(values);
	free(sums);
	free(others);
	return 0;
}
