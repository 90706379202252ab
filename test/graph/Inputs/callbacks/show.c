// All that the table says of the phases, for some sizes and partitions: to be compared with what another one says.
#include "check.h"

static long value_of(const char *name, long n)
{
	static const struct {
		const char *name;
		long factor, add;
	} values[] = {{"n", 1, 0}, {"size", 1, 0}, {"m", 1, 1}, {"steps", 0, 10}, {"from", 0, 0}, {"last", 1, 0}};
	for (size_t k = 0; k < sizeof values / sizeof *values; k++)
		if (!strcmp(values[k].name, name)) return n * values[k].factor + values[k].add;
	return 3;
}

static void show_phase(const hpcc_callbacks *c, const hpcc_phase *p, const long *par, long n)
{
	const hpcc_comp_complexity comp = hpcc_phase_comp_complexity(c, p, par);
	const hpcc_comm_complexity comm = hpcc_phase_comm_complexity(c, p, par);
	printf("  %s: %d %d %d %d %g", p->name, p->kind, p->flags, p->topology, p->pattern,
	        hpcc_phase_num_pdus(p, par));
	printf(" (%.10g %.10g %d) (%.10g %.10g) overlap %s\n", comp.pdu, comp.non_pdu, comp.linear, comm.pdu,
	        comm.non_pdu, p->overlap < 0 ? "-" : c->phases[p->overlap].name);
	for (int q = 0; q < 3; q++) {
		const hpcc_range part = part_of(0, n + 2, 3, q);
		double operations[HPCC_N_OPERATIONS], bytes[HPCC_N_SIDES];
		hpcc_intervals own[64];
		for (int k = 0; k < c->n_axes; k++) own[k] = (hpcc_intervals){1, &part};
		hpcc_phase_operations(c, p, par, own, operations);
		hpcc_phase_received(c, p, par, own, bytes);
		printf("    %.10g %.10g %.10g %.10g\n", hpcc_fp_operations(operations), operations[HPCC_LOAD_BYTES],
		        bytes[0], bytes[1]);
	}
}

static void show_sums(const hpcc_callbacks *c, const long *par, long n)
{
	enum { PROCESSES = 4 };
	hpcc_range own[PROCESSES * 64];
	double operations[PROCESSES * 64], bytes[PROCESSES * 64], memory[PROCESSES], sum[2] = {0, 0};
	for (int q = 0; q < PROCESSES; q++)
		for (int k = 0; k < c->n_axes; k++) own[q * c->n_axes + k] = part_of(0, n + 2, PROCESSES, q);
	hpcc_callbacks_evaluate(c, par, PROCESSES, own, operations, bytes, memory);
	for (int k = 0; k < PROCESSES * c->n_phases; k++) sum[0] += operations[k], sum[1] += bytes[k];
	printf("  all: %.10g %.10g", sum[0], sum[1]);
	for (int q = 0; q < PROCESSES; q++) {
		hpcc_intervals lists[64];
		for (int k = 0; k < c->n_axes; k++) lists[k] = (hpcc_intervals){1, &own[q * c->n_axes + k]};
		printf(" %.10g", memory[q]);
		equal("memory by lists", hpcc_callbacks_memory(c, par, lists), memory[q]);
	}
	printf("\n  dominant: %d %d\n", hpcc_dominant_comp(c, par, 4), hpcc_dominant_comm(c, par, 4));
}

static void show_names(const hpcc_callbacks *c)
{
	printf("cycle %s:%d\n", c->cycle_file, c->cycle_line);
	for (int k = 0; k < c->n_parameters; k++)
		printf("parameter %s of %s%s\n", c->parameters[k].name, c->parameters[k].function,
		        c->parameters[k].changes ? ", changes" : "");
	for (int k = 0; k < c->n_phases; k++)
		for (int j = 0; j < c->n_parameters; j++)
			if (c->phases[k].parameters >> j & 1) printf("phase %d: %s\n", k, c->parameters[j].name);
}

__attribute__((constructor)) static void show(void)
{
	const hpcc_callbacks *c = hpcc_callbacks_of(NULL);
	if (!c) exit(2);
	if (getenv("SHOW_NAMES")) show_names(c);
	for (long n = 5; n < 400; n += 1 + 2 * n) {
		long par[64];
		for (int k = 0; k < c->n_parameters; k++) par[k] = value_of(c->parameters[k].name, n);
		printf("n = %ld: %g\n", n, c->cycles(par));
		for (int k = 0; k < c->n_phases; k++) show_phase(c, &c->phases[k], par, n);
		show_sums(c, par, n);
	}
	exit(n_wrong != 0);
}
