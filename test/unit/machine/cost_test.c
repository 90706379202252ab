// SPDX-License-Identifier: Apache-2.0
//
// What communication costs: EQ 1 to 3, and the topologies beyond them, against values that were computed by hand.
#include "../../../machine/cost.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

static int failures;

static void expect(const char *what, double is, double should_be)
{
	if (fabs(is - should_be) <= 1e-9 * fmax(1, fabs(should_be))) return;
	printf("%s: %.12g, not %.12g\n", what, is, should_be);
	failures++;
}

static void within_a_cluster(void)
{
	static const double of_8[MACHINE_N_FORMS] = {0, 8, 3, 2.8284271247461903, 24, 64};
	for (int form = 0; form < MACHINE_N_FORMS; form++) {
		cost_function f = {form, 100, 10, .5, .25};
		expect("f(8)", cost_form_value(form, 8), of_8[form]);
		expect("EQ 1", cost_within(&f, 40, 8), 100 + 10 * of_8[form] + 40 * (.5 + .25 * of_8[form]));
	}
	cost_link link = {100, .5, .25};
	expect("EQ 2", cost_crossing(&link, 40), 130);
}

// Three clusters, of which each has its own message size; R_ji = 1000 i + 100 j + b_j, with i and j from 0.
static void several_clusters(void)
{
	cost_part part[] = {{0, 4, 10, 50}, {1, 2, 20, 70}, {2, 3, 30, 40}};
	cost_link links[9];
	for (int from = 0; from < 3; from++)
		for (int to = 0; to < 3; to++) links[from * 3 + to] = (cost_link){1000 * to + 100 * from, .75, .25};
	// Crossings: 1->0: 120, 2->0: 230; 0->1: 1010, 2->1: 1230; 0->2: 2010, 1->2: 2120.
	expect("1-D", cost_together(MACHINE_1D, 3, part, 3, links), 70 + 1010 + 1230);
	expect("ring", cost_together(MACHINE_RING, 3, part, 3, links), 50 + 230 + 70 + 1010 + 40 + 2120);
	// Root 0: 50 + 120 + 230 + max(70 + 1010, 40 + 2010) = 2450; 1: 70 + 2240 + max(170, 2160); 2: 40 + 4130 + 1300
	expect("tree", cost_together(MACHINE_TREE, 3, part, 3, links), 2450);
	// Root 0: 50 + 2050; 1: 70 + 2160; 2: 40 + max(50 + 230, 70 + 1230)
	expect("broadcast", cost_together(MACHINE_BROADCAST, 3, part, 3, links), 1340);
	expect("allreduce", cost_together(MACHINE_ALLREDUCE, 3, part, 3, links), 70 + 2 * 2120);
	expect("all-to-all", cost_together(MACHINE_ALL_TO_ALL, 3, part, 3, links), 40 + 3 * (4 * 2010 + 2 * 2120));
	expect("pairwise", cost_together(MACHINE_PAIRWISE, 3, part, 3, links), 40 + 3 * (4 * 2010 + 2 * 2120) / 8.);
}

static void crossings_that_cost_nothing(void)
{
	static const double all[MACHINE_N_TOPOLOGIES] = {70, 160, 40 + 70, 40 + 70, 70, 70, 70};
	cost_part part[] = {{0, 4, 10, 50}, {3, 2, 20, 70}, {7, 3, 30, 40}};
	for (int t = 0; t < MACHINE_N_TOPOLOGIES; t++) {
		expect("no links", cost_together(t, 3, part, 8, NULL), all[t]);
		expect("one cluster", cost_together(t, 1, part, 8, NULL), 50);
		expect("at least", cost_at_least(t, 3, part), t == MACHINE_RING ? 160 : 70);
	}
}

static void one_process(void)
{
	cost_part part[] = {{0, 1, 10, 50}, {1, 1, 10, 70}};
	for (int t = 0; t < MACHINE_N_TOPOLOGIES; t++) {
		expect("one process", cost_together(t, 1, part, 2, NULL), 0);
		expect("none", cost_together(t, 0, part, 2, NULL), 0);
		expect("one process at least", cost_at_least(t, 1, part), 0);
	}
	expect("two processes in two clusters", cost_together(MACHINE_1D, 2, part, 2, NULL), 70);
}

int main(void)
{
	within_a_cluster();
	several_clusters();
	crossings_that_cost_nothing();
	one_process();
	return failures > 0;
}
