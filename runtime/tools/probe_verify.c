// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe --verify: does the file say what a ping-pong and a halo exchange take? --compare: do two files say the
// same?
#include "probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- verify -----------------------------------------------------------------------------------

// Others than those that are fitted.
static const int sizes[] = {24, 700, 1500, 3000, 6000, 12000, 24000, 50000, 150000, 600000, -1};
static const int quick_sizes[] = {24, 700, 3000, 12000, 50000, 200000, -1};
static const int patterns[] = {MACHINE_RING, MACHINE_1D, -1};
static const double good_enough = .1;

static const machine_cost *predicted(
        const machine *m, const probe_places *p, const probe_group *g, int topology, double bytes)
{
	const char *name = p->cluster[g->which < p->n_clusters ? g->which : 0].name;
	if (g->kind == PROBE_INSIDE) {
		const machine_type *t = hpcc_machine_type(m, p->type[g->which].name);
		return t ? hpcc_machine_cost_inside(t, (machine_topology)topology, bytes) : NULL;
	}
	const machine_cluster *c = name ? hpcc_machine_cluster(m, name) : &m->root;
	return c ? hpcc_machine_cost(c, (machine_topology)topology, bytes) : NULL;
}

static double cost(const machine_cost *c, double bytes, double processes)
{
	const double f = probe_form_value(c->form, processes);
	return c->c[0] + c->c[1] * f + bytes * (c->c[2] + c->c[3] * f);
}

// A row for each size and number of processes. Gives the mean of what predictions are off; -1: there are none.
static double print_pattern(const machine *m, const probe_places *p, const probe_plan *plan, int group, int topology)
{
	fit_point *point;
	const int n = probe_plan_points(plan, group, topology, &point);
	double sum = 0, noise = 0;
	int rows = 0;
	for (int k = 0; k < n; k++) {
		const fit_point *x = &point[k];
		const machine_cost *c = predicted(m, p, &plan->group[group], topology, x->bytes);
		if (!c || (topology == MACHINE_RING && x->processes != 2)) continue;
		const double us = cost(c, x->bytes, x->processes), off = us / x->us - 1;
		printf("  %-14s %4.0f %9.0f %12.2f %12.2f %+8.1f %%\n",
		        topology == MACHINE_RING ? "ping-pong" : "halo exchange", x->processes, x->bytes, x->us, us,
		        100 * off);
		sum += fabs(off);
		noise += fabs(x->again[0] - x->again[1]) / x->us;
		rows++;
	}
	free(point);
	if (rows == 0) return -1;
	printf("  %-14s mean error %.1f %%; two halves of the runs differ by %.1f %%\n\n",
	        topology == MACHINE_RING ? "ping-pong" : "halo exchange", 100 * sum / rows, 100 * noise / rows);
	return sum / rows;
}

static bool print_groups(const machine *m, const probe_places *p, const probe_plan *plan)
{
	bool good = true, any = false;
	for (int g = 0; g < plan->n_groups; g++) {
		char name[300];
		if (plan->group[g].kind == PROBE_BETWEEN) continue;
		probe_group_name(name, sizeof name, &plan->group[g], p);
		printf("%s\n  %-14s %4s %9s %12s %12s %10s\n", name, "", "p", "bytes", "measured/us", "file/us",
		        "error");
		for (int k = 0; patterns[k] >= 0; k++) {
			const double error = print_pattern(m, p, plan, g, patterns[k]);
			if (error >= 0) any = true;
			if (error > good_enough) good = false;
			if (error < 0)
				printf("  the file has no costs of '%s' there\n",
				        hpcc_machine_topology_word(patterns[k]));
		}
	}
	if (!any)
		puts("Nothing to compare: no communication is measured by this run that the file knows");
	else
		puts(good ? "Predicted within 10 % on the average" : "Not predicted within 10 % on the average");
	return good && any;
}

bool probe_verify(const machine *m, const probe_places *p, bool quick)
{
	probe_plan plan;
	probe_buffers room = {0};
	probe_plan_make(&plan, p, quick, quick ? quick_sizes : sizes, patterns);
	probe_plan_run(&plan, p, quick, &room, "verification");
	probe_progress_end();
	const bool good = p->rank == 0 && print_groups(m, p, &plan);
	probe_plan_free(&plan);
	free(room.in);
	free(room.out);
	return good;
}

// ---- compare ----------------------------------------------------------------------------------

typedef struct agreement {
	int constants, agreeing; // of pieces that are of the same sizes and form in both files
	double off, allowed;     // costs: sums of squares; two standard errors are allowed, as of the constants
	int costs;
} agreement;

static bool same_piece(const machine_cost *a, const machine_cost *b)
{
	return a->topology == b->topology && a->form == b->form && a->bytes_from == b->bytes_from &&
	       a->bytes_to == b->bytes_to;
}

static void compare_constants(agreement *x, const machine_cost *a, const machine_cost *b)
{
	for (int k = 0; k < 4; k++) {
		if (a->c[k] == 0 && b->c[k] == 0) continue;
		x->constants++;
		if (fabs(a->c[k] - b->c[k]) <= a->c_error[k] + b->c_error[k]) x->agreeing++;
	}
}

// The piece that a size has been fitted in: each begins with the smallest one of its own.
static const machine_cost *piece_of(int n, const machine_cost *list, int topology, double bytes)
{
	const machine_cost *found = NULL;
	for (int k = 0; k < n; k++)
		if ((int)list[k].topology == topology && list[k].bytes_from <= bytes && bytes <= list[k].bytes_to &&
		        (!found || list[k].bytes_from > found->bytes_from))
			found = &list[k];
	return found;
}

// Costs of the sizes that are measured, of the fewest and the most processes that both describe.
static void compare_costs(agreement *x, const machine_cost *a, const machine_cost *b, double bytes)
{
	const int low = a->processes_from > b->processes_from ? a->processes_from : b->processes_from;
	const int high = a->processes_to < b->processes_to ? a->processes_to : b->processes_to;
	for (int p = low; p <= high; p = p < high ? high : high + 1) {
		const double one = cost(a, bytes, p), other = cost(b, bytes, p);
		const double off = 2 * fabs(one - other) / (one + other);
		x->off += off * off;
		x->allowed += 4 * (pow(fmax(a->error, FIT_NOISE), 2) + pow(fmax(b->error, FIT_NOISE), 2));
		x->costs++;
	}
}

static bool compare_lists(const char *among, int n_a, const machine_cost *a, int n_b, const machine_cost *b, FILE *out)
{
	bool good = true;
	for (int t = 0; t < MACHINE_N_TOPOLOGIES; t++) {
		agreement x = {0};
		for (int i = 0; i < n_a; i++)
			for (int k = 0; k < n_b && a[i].topology == t; k++)
				if (same_piece(&a[i], &b[k])) compare_constants(&x, &a[i], &b[k]);
		for (const int *bytes = probe_sizes(false); *bytes >= 0; bytes++) {
			const machine_cost *p = piece_of(n_a, a, t, *bytes), *q = piece_of(n_b, b, t, *bytes);
			if (p && q) compare_costs(&x, p, q, *bytes);
		}
		if (x.costs == 0 && x.constants == 0) continue;
		const int n = x.costs > 0 ? x.costs : 1;
		const double off = sqrt(x.off / n), allowed = sqrt(x.allowed / n);
		const bool agrees = off <= allowed && x.agreeing == x.constants;
		fprintf(out, "  %-36.36s %-11s %3d of %-3d %10.1f %% %10.1f %%  %s\n", among,
		        hpcc_machine_topology_word(t), x.agreeing, x.constants, 100 * off, 100 * allowed,
		        agrees ? "same" : "other");
		good = good && agrees;
	}
	return good;
}

bool probe_compare(const machine *a, const machine *b, FILE *out)
{
	bool good = true;
	fprintf(out, "  %-36s %-11s %-10s %12s %12s\n", "among", "topology", "constants", "costs differ", "errors say");
	for (int k = 0; k < a->n_types; k++) {
		const machine_type *t = &a->types[k], *u = hpcc_machine_type(b, t->name);
		if (u && !compare_lists(t->name, t->n_communication, t->communication, u->n_communication,
		                 u->communication, out))
			good = false;
	}
	for (int k = 0; k < a->n_clusters; k++) {
		const machine_cluster *c = a->cluster[k], *d = k == 0 ? &b->root : hpcc_machine_cluster(b, c->name);
		if (d && !compare_lists(c->name ? c->name : "the machine", c->n_communication, c->communication,
		                 d->n_communication, d->communication, out))
			good = false;
	}
	fputs("  constants: how many agree within the sum of their errors, of pieces of the same sizes in both files\n",
	        out);
	return good;
}
