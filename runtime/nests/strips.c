// SPDX-License-Identifier: Apache-2.0
//
// Pipelines: a nest in turns that is gone through in strips, of which each hands on what the next process reads in the
// same one. How many strips there are, and where they lie, all processes find out alike: from what the nest has to do,
// and from how its runs follow one another, counted, and not from clocks.
#include "../check/check.h"
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

// With W the work of all, P processes, S strips that cost c each, and T runs of which the next one begins before all
// have ended this one, all of them are done after T * W / P * (1 + (P - 1) / (S * T)) + S * T * c: least where
// S = sqrt(W * (P - 1) / (P * c * T)).
static long best_number(const plan_t *plan, double in_a_row)
{
	const double p = processes_at_work(plan);
	if (wanted) return wanted;
	return p < 2 ? 1 : (long)sqrt(work_of(plan) * (p - 1) / (p * ns_strip * in_a_row));
}

static long best_of(const plan_t *plan) { return MAX_OF(best_number(plan, plan->in_a_row), 1); }

// ---- runs that overlap -----------------------------------------------------------------------------

// A process begins the nest's next run when it has done its part of this one, unless it waits in between for a process
// whose turn comes later. Then runs fill the pipeline, and few strips do. Processes agree, now and then, how many runs
// there are between two such waits: each notes only what it sends itself.
typedef struct wait_t {
	long runs; // since processes agreed last: before how many there was such a wait
	long seen; // what there was to wait for, when the last run began
} wait_t;

typedef struct pipeline_t {
	long n, agree_at; // runs since processes agreed last, and how many there are until they do again
	double in_a_row;  // runs from one wait to the next, as agreed
	wait_t wait[];    // of this process, or [process], where they are predicted
} pipeline_t;

static int first_noted(void) { return hpcc_predicting ? 0 : hpcc_rank_; }
static int n_noted(void) { return hpcc_predicting ? hpcc_size_ : 1; }

static pipeline_t *pipeline_of(hpcc_nest *nest)
{
	enum { FIRST = 8 };
	pipeline_t *line = nest->pipeline;
	if (line) return line;
	line = hpcc_alloc(sizeof *line + (size_t)n_noted() * sizeof *line->wait);
	line->agree_at = FIRST;
	line->in_a_row = 1;
	return nest->pipeline = line;
}

// Messages against the order of turns, and collective operations.
static long to_wait_for(const hpcc_nest *nest, int process)
{
	return hpcc_messages_sent(process, nest->turn_way < 0) + hpcc_count.collectives;
}

void hpcc_strips_entered(const plan_t *plan)
{
	if (!plan->best_strips) return;
	pipeline_t *line = pipeline_of(plan->nest);
	for (int k = 0; k < n_noted(); k++) {
		const long now = to_wait_for(plan->nest, first_noted() + k);
		line->wait[k].runs += now != line->wait[k].seen;
		line->wait[k].seen = now;
	}
}

// The most waits that any process had.
static long most_waits(pipeline_t *line)
{
	long most = 0;
	for (int k = 0; k < n_noted(); k++) most = MAX_OF(most, line->wait[k].runs);
	HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, &most, 1, MPI_LONG, MPI_MAX, hpcc_comm);
	hpcc_note_collective(HPCC_ALLREDUCE, -1, sizeof most);
	for (int k = 0; k < n_noted(); k++) line->wait[k] = (wait_t){.seen = line->wait[k].seen + 1};
	return most;
}

void hpcc_strips_left(const plan_t *plan)
{
	enum { RARER = 8 };
	if (!plan->best_strips || wanted || plan->run.way_back) return;
	pipeline_t *line = pipeline_of(plan->nest);
	if (++line->n < line->agree_at) return;
	line->in_a_row = (double)line->n / (double)(most_waits(line) + 1);
	line->n = 0;
	line->agree_at *= RARER;
}

int hpcc_strips_hold(plan_t *plan)
{
	if (!plan->best_strips) return 1;
	const double in_a_row = pipeline_of(plan->nest)->in_a_row;
	if (in_a_row == plan->in_a_row) return 1;
	plan->in_a_row = in_a_row;
	return best_of(plan) == plan->best_strips;
}

// ---- strips ----------------------------------------------------------------------------------------

void hpcc_strips_make(plan_t *plan)
{
	hpcc_nest *nest = plan->nest;
	plan->n_strips = 1;
	if (!nest->strips || plan->mode != RUN_PARTITIONED || plan->piece_axis >= 0) return;
	long place[2] = {HPCC_INF, -HPCC_INF};
	nest->strips(plan->par, plan->own, place);
	const long places = plan->n_places = MAX_OF(place[1] - place[0] + 1, 0);
	if (!are_told(plan) || (!wanted && best_number(plan, 1) < 2)) return;
	plan->in_a_row = pipeline_of(nest)->in_a_row;
	plan->best_strips = best_of(plan);
	if (places < 2 || places > HPCC_INF) return;
	const long most = MIN_OF(MIN_OF(plan->best_strips, HPCC_MOST_STRIPS), places);
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
