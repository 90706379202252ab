// SPDX-License-Identifier: Apache-2.0
//
// Pipelines: a nest in turns that is gone through in strips, of which each hands on what the next process reads in the
// same one. How many strips there are, and where they lie, all processes find out alike: from what the nest has to do,
// counted, and not from clocks.
#include "nests.h"
#include <math.h>
#include <stdlib.h>

// What a strip costs beside its work, about, and an operation of a statement; in nanoseconds. Statements of which the
// compiler does not know how many they have are taken to have some.
static const double ns_strip = 2000, ns_operation = .5, some_operations = 16;

// HPCC_STRIPS: so many, as far as there are places; 0: what is best.
static long wanted;

void hpcc_strips_start(void)
{
	const char *text = getenv("HPCC_STRIPS");
	char *end = NULL;
	const long value = text && *text ? strtol(text, &end, 10) : 0;
	if (end && (*end || value < 0 || value > HPCC_MOST_STRIPS))
		hpcc_die(NULL, "HPCC_STRIPS=%s: a number from 0 to %d is expected", text, HPCC_MOST_STRIPS);
	wanted = value;
}

// Whether sections tell what a strip needs of what is set in it: not of two arguments that are parts of one array, of
// which one is set, nor where it is not known what is needed.
static int are_told(const plan_t *plan)
{
	const hpcc_nest *nest = plan->nest;
	for (int a = 0; a < nest->n_args; a++)
		if ((nest->args[a].flags & HPCC_WRITES) && (nest->args[a].flags & HPCC_ALL_DIMS)) return 0;
	for (int a = 0; a < nest->n_args; a++)
		for (int b = 0; b < a; b++)
			if (plan->view[a].desc && plan->view[a].desc == plan->view[b].desc &&
			        ((nest->args[a].flags | nest->args[b].flags) & HPCC_WRITES))
				return 0;
	return 1;
}

static double work_of(const plan_t *plan)
{
	const hpcc_nest *nest = plan->nest;
	hpcc_range own[HPCC_MAX_AXES];
	long n[2] = {0};
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	if (nest->work) nest->work(plan->par, own, n);
	const double operations = nest->operations ? nest->operations : some_operations;
	return ns_operation * operations * (double)(n[0] + n[1]);
}

static int processes_at_work(const plan_t *plan)
{
	hpcc_range own[HPCC_MAX_AXES];
	int n = 0;
	for (int p = 0; p < hpcc_size_; p++) n += hpcc_plan_within(plan, p, p, own);
	return n;
}

// With W the work of all, P processes and S strips that cost c each, all is done after W / P * (1 + (P - 1) / S) +
// S * c: least where S = sqrt(W * (P - 1) / (P * c)).
static long best_number(const plan_t *plan)
{
	const double p = processes_at_work(plan);
	if (wanted) return wanted;
	return p < 2 ? 1 : (long)sqrt(work_of(plan) * (p - 1) / (p * ns_strip));
}

void hpcc_strips_make(plan_t *plan)
{
	const hpcc_nest *nest = plan->nest;
	plan->n_strips = 1;
	if (!nest->strips || plan->mode != RUN_PARTITIONED || plan->piece_axis >= 0 || !are_told(plan)) return;
	long place[2] = {HPCC_INF, -HPCC_INF};
	nest->strips(plan->par, plan->own, place);
	const long places = place[1] - place[0] + 1;
	if (places < 2 || places > HPCC_INF) return;
	const long most = MIN_OF(MIN_OF(best_number(plan), HPCC_MOST_STRIPS), places);
	if (most < 2) return;
	plan->strip_from = place[0];
	plan->strip_width = (places + most - 1) / most;
	plan->n_strips = (int)((places + plan->strip_width - 1) / plan->strip_width);
}

hpcc_range hpcc_strip_of(const plan_t *plan, int k)
{
	const long from = plan->strip_from + k * plan->strip_width;
	return (hpcc_range){
	        k == 0 ? -HPCC_INF : from, k == plan->n_strips - 1 ? HPCC_INF : from + plan->strip_width - 1, 1};
}

void hpcc_plan_section_in(const plan_t *plan, int process, int strip, hpcc_section *section, hpcc_sink *sink)
{
	hpcc_range own[HPCC_MAX_AXES];
	hpcc_plan_own(plan, process, own);
	own[plan->nest->n_axes] = hpcc_strip_of(plan, strip);
	section(plan->par, own, sink);
}

void hpcc_strips_regions(plan_t *plan)
{
	const int axis = plan->nest->n_axes, n = plan->n_strips;
	plan->region = hpcc_grow(plan->region, (size_t)n * sizeof *plan->region);
	for (int k = 0; k < n; k++) {
		const hpcc_range strip = hpcc_strip_of(plan, k);
		if (k > 0) plan->region[k] = plan->region[0];
		plan->region[k].lo[axis] = strip.lo;
		plan->region[k].hi[axis] = strip.hi;
	}
	plan->n_regions = n;
}
