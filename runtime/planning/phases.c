// SPDX-License-Identifier: Apache-2.0
//
// What the program says of its phases: the callbacks, evaluated with the values that their parameters have in the first
// step of the phase cycle, and how long the nests took here in its first steps. Asked by phases_file.c and planned.c.
//
// What a unit costs may depend on where it lies (an elimination works on the last rows only, in the end). So the work
// of a phase is told as a profile: how much of it lies before each of some positions of the domain, for some steps.
#define _GNU_SOURCE
#include "phases.h"
#include "../internal.h"
#include "../nests/nests.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POINTS = PHASE_POINTS, STEPS = PHASE_STEPS, MOST_AXES = PHASES_MOST_AXES };

int hpcc_phases_on;
phases_t hpcc_the_phases;
static phases_t *const now = &hpcc_the_phases;

// ---- what is noted on the way -----------------------------------------------------------------

// A nest as it was entered last, until the first step ended, and how often in that step. extent[a]: of argument a's
// array, along the one dimension that is split; 0: there is no such dimension. Times are the process's, of a processor:
// what is taken away from it does not count, nor does what the runtime does around the loops, sending above all. Of this
// step, the first one, and of later ones, which find all memory in its place.
typedef struct noted_nest {
	const hpcc_nest *nest;
	long *par, *extent, runs;
	hpcc_range *own; // along these dimensions
	long step_time, first_time, later_time, later_steps;
	struct noted_nest *next;
} noted_nest;
static noted_nest *nests;

void hpcc_phases_block(const char *name, int grid_rank, int parts, long n)
{
	for (const noted_block *b = hpcc_the_phases.blocks; b; b = b->next)
		if (b->grid_rank == grid_rank && b->parts == parts && b->n == n && strcmp(b->name, name) == 0) return;
	noted_block *b = hpcc_alloc(sizeof *b);
	*b = (noted_block){
	        .name = name, .grid_rank = grid_rank, .parts = parts, .n = n, .next = hpcc_the_phases.blocks};
	hpcc_the_phases.blocks = b;
}

static noted_nest *noted(const hpcc_nest *nest)
{
	for (noted_nest *n = nests; n; n = n->next)
		if (n->nest == nest) return n;
	noted_nest *n = hpcc_alloc(sizeof *n);
	*n = (noted_nest){.nest = nest,
	        .par = hpcc_alloc((size_t)nest->n_par * sizeof(long) + 1),
	        .extent = hpcc_alloc((size_t)nest->n_args * sizeof(long) + 1),
	        .own = hpcc_alloc((size_t)nest->n_args * sizeof(hpcc_range) + 1),
	        .next = nests};
	return nests = n;
}

static long extent_of(const desc_t *desc)
{
	const layout_t *l = desc ? desc->layout : NULL;
	return l && l->grid && l->grid->rank == 1 && l->use[0] == GRID_SPLIT ? l->extent[l->dim[0]] : 0;
}

static hpcc_range own_of_array(const desc_t *desc)
{
	box_t own;
	const hpcc_range none = {0, -1, 1};
	if (!extent_of(desc) || !hpcc_layout_own(desc->layout, hpcc_rank_, &own)) return none;
	return own.d[desc->layout->dim[0]];
}

// Since when a region is executed (processor 0: none is), and what had been waited for before. In all, from the second
// step on, without waits.
static spent_t region_began, waited_before, in_regions;

long hpcc_process_time(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

void hpcc_phases_entered(const plan_t *plan)
{
	noted_nest *n = noted(plan->nest);
	if (hpcc_the_cycle.when <= FIRST_STEP) {
		memcpy(n->par, plan->par_now, (size_t)plan->nest->n_par * sizeof(long));
		for (int a = 0; a < plan->nest->n_args; a++) {
			n->extent[a] = extent_of(plan->view[a].desc);
			n->own[a] = own_of_array(plan->view[a].desc);
		}
	}
	n->runs += hpcc_the_cycle.when == FIRST_STEP;
}

void hpcc_phases_region_begins(void)
{
	waited_before = hpcc_waited;
	region_began.clock = hpcc_nanoseconds();
	region_began.processor = hpcc_process_time();
}

void hpcc_phases_region_ends(const plan_t *plan)
{
	if (!region_began.processor) return;
	const long time =
	        hpcc_process_time() - region_began.processor - (hpcc_waited.processor - waited_before.processor);
	const long clock = hpcc_nanoseconds() - region_began.clock - (hpcc_waited.clock - waited_before.clock);
	region_began.processor = 0;
	if (hpcc_the_cycle.when == BEFORE_CYCLE || time < 0) return;
	noted(plan->nest)->step_time += time;
	if (hpcc_the_cycle.when == FIRST_STEP) return;
	in_regions.processor += time;
	in_regions.clock += clock;
}

double hpcc_phases_part_of_core(void)
{
	const long enough = 50000000;
	if (in_regions.clock < enough) return 0;
	return MIN_OF((double)in_regions.processor / (double)in_regions.clock, 1);
}

// Nests that a step does not come to have no time.
static void end_step(long steps)
{
	for (noted_nest *n = nests; n; n = n->next) {
		if (steps == 1) n->first_time = n->step_time;
		if (steps > 1 && n->step_time) n->later_time += n->step_time, n->later_steps++;
		n->step_time = 0;
	}
}

static long time_of_step(const noted_nest *n)
{
	return n->later_steps ? n->later_time / n->later_steps : n->first_time;
}

long hpcc_phases_step(long steps)
{
	static long began;
	if (steps == 0) began = hpcc_process_time();
	end_step(steps);
	return hpcc_process_time() - began;
}

// The nest of a task: that which stands where one of the task's phases does.
static const noted_nest *nest_of(int task)
{
	for (int k = 0; k < now->table->n_phases; k++) {
		const hpcc_phase *p = &now->table->phases[k];
		for (const noted_nest *n = nests; n && p->task == task && p->file; n = n->next)
			if (n->nest->id == task && n->nest->line == p->line && strcmp(n->nest->file, p->file) == 0)
				return n;
	}
	return NULL;
}

// ---- parameters -------------------------------------------------------------------------------

static void take_parameters(void)
{
	now->par = hpcc_alloc((size_t)now->table->n_parameters * sizeof *now->par + 1);
	now->is_known = hpcc_alloc((size_t)now->table->n_parameters + 1);
	for (int k = 0; k < now->table->n_parameters; k++) {
		const hpcc_parameter *p = &now->table->parameters[k];
		const noted_nest *n = p->task ? nest_of(p->task) : NULL;
		now->par[k] = 1;
		if (!n || p->number >= n->nest->n_par) continue;
		now->is_known[k] = 1;
		now->par[k] = n->par[p->number];
	}
}

// A limit of the cycle that is no parameter of a nest: the value with which the cycle has the number of steps that its
// head says. `cycles` rises with it or falls.
static int find_limit(int k, double steps)
{
	long low = -(1L << 40), high = 1L << 40;
	now->par[k] = low;
	const double at_low = now->table->cycles(now->par);
	now->par[k] = high;
	const int rises = now->table->cycles(now->par) > at_low;
	while (low < high) {
		const long middle = low + (high - low) / 2;
		now->par[k] = middle;
		if ((now->table->cycles(now->par) >= steps) == rises)
			high = middle;
		else
			low = middle + 1;
	}
	now->par[k] = rises ? low : low - 1;
	return now->table->cycles(now->par) == steps;
}

static void find_limits(long steps)
{
	for (int k = 0; k < now->table->n_parameters && steps >= 0 && now->table->cycles; k++) {
		if (now->is_known[k] || now->table->parameters[k].task) continue;
		now->is_known[k] = (char)find_limit(k, (double)steps);
		if (!now->is_known[k]) now->par[k] = 1;
	}
}

// Whether another value of a parameter that is not known would give another number.
static int depends_on_unknown(hpcc_number_function *number)
{
	const double as_it_is = number(now->par);
	int depends = 0;
	for (int k = 0; k < now->table->n_parameters && !depends; k++) {
		const long value = now->par[k];
		if (now->is_known[k]) continue;
		now->par[k] = value + (1L << 20);
		depends = number(now->par) != as_it_is;
		now->par[k] = value;
	}
	return depends;
}

double hpcc_phases_steps(void)
{
	if (hpcc_the_cycle.of >= 0) return (double)hpcc_the_cycle.of;
	hpcc_number_function *cycles = now->table->cycles;
	return cycles && !depends_on_unknown(cycles) ? cycles(now->par) : 0;
}

// ---- units ------------------------------------------------------------------------------------

static hpcc_range axis_own[MOST_AXES]; // this process's part of each axis

// The extent of the array that an axis of the table names, where a nest was given it.
static void find_extents(void)
{
	for (int k = 0; k < now->table->n_phases; k++) {
		const hpcc_phase *p = &now->table->phases[k];
		const noted_nest *n = nest_of(p->task);
		for (int x = 0; x < now->table->n_axes && n; x++)
			for (int a = 0; a < n->nest->n_args && p->axes >> x & 1; a++)
				if (n->extent[a] && n->nest->args[a].name &&
				        strcmp(n->nest->args[a].name, now->table->axes[x].array) == 0)
					now->axis_extent[x] = n->extent[a], axis_own[x] = n->own[a];
	}
	for (int x = 0; x < now->table->n_axes; x++) {
		const int like = now->table->axes[x].like;
		if (!now->axis_extent[x] && like >= 0)
			now->axis_extent[x] = now->axis_extent[like], axis_own[x] = axis_own[like];
	}
}

// What a process owns along all axes that owns the units from `first` to before `end`: in arrays of another extent the
// same part of it, as equal blocks would be.
static void own_units(long first, long end, hpcc_range *own)
{
	for (int x = 0; x < now->table->n_axes; x++) {
		const double scale = now->axis_extent[x] ? (double)now->axis_extent[x] / (double)now->units : 1;
		own[x] = (hpcc_range){(long)((double)first * scale + .5), (long)((double)end * scale + .5) - 1, 1};
	}
}

// ---- work -------------------------------------------------------------------------------------

static const hpcc_range *own_of(const hpcc_phase *p, const hpcc_range *own)
{
	return p->flags & HPCC_BY_USER ? own + p->axis : own;
}

static int is_split(const hpcc_phase *p) { return p->num_pdus && !(p->flags & HPCC_SAME_FOR_ALL) && p->axes; }

// All operations, whatever they are: only for what part of them lies where.
static double number_of(const double *n)
{
	return hpcc_fp_operations(n) + n[HPCC_IOPS] + n[HPCC_LOADS] + n[HPCC_STORES] + n[HPCC_CALLS];
}

static double in_units(const hpcc_phase *p, long first, long end, double *n)
{
	hpcc_range own[MOST_AXES];
	memset(n, 0, HPCC_N_OPERATIONS * sizeof *n);
	if (first >= end || !p->operations) return 0;
	own_units(first, end, own);
	p->operations(now->par, own_of(p, own), n);
	return number_of(n);
}

static void add_step(const hpcc_phase *p, phase_work_t *w, double *before)
{
	double n[HPCC_N_OPERATIONS] = {0};
	if (p->operations) p->operations(now->par, NULL, n);
	for (int k = 0; k < HPCC_N_OPERATIONS; k++) w->fixed[k] += n[k];
	before[0] = 0;
	for (int i = 0; i < POINTS && is_split(p); i++) {
		before[i + 1] = before[i] + in_units(p, now->units * i / POINTS, now->units * (i + 1) / POINTS, n);
		for (int k = 0; k < HPCC_N_OPERATIONS; k++) w->split[k] += n[k];
	}
}

static double touched(const hpcc_phase *p)
{
	hpcc_range own[MOST_AXES];
	double sum = 0;
	own_units(0, now->units, own);
	for (int k = 0; k < p->n_arrays; k++)
		if (p->arrays[k].bytes) sum += p->arrays[k].bytes(now->par, own);
	return sum;
}

// Relative to what a step has on the average.
static void make_profile(phase_work_t *w)
{
	double mean = 0;
	w->has_profile = number_of(w->split) > 0;
	for (int s = 0; s < w->n_steps; s++) mean += w->before[s][POINTS] / w->n_steps;
	for (int s = 0; s < w->n_steps && mean > 0; s++)
		for (int i = 0; i <= POINTS; i++) w->before[s][i] /= mean;
}

// Steps differ where the cycle's variable is among the parameters; then some stand for all.
phase_work_t hpcc_phase_work(const hpcc_phase *p)
{
	phase_work_t w = {.n_steps = 1};
	const int of_cycle = now->table->cycle_parameter;
	const double steps = hpcc_phases_steps();
	if (p->all_operations && of_cycle >= 0 && steps > 1) w.n_steps = steps < STEPS ? (int)steps : STEPS;
	const long first = of_cycle >= 0 ? now->par[of_cycle] : 0;
	for (int s = 0; s < w.n_steps; s++) {
		if (w.n_steps > 1) now->par[of_cycle] = first + (long)((s + .5) * steps / w.n_steps);
		add_step(p, &w, w.before[s]);
		w.bytes += touched(p) / w.n_steps;
	}
	if (w.n_steps > 1) now->par[of_cycle] = first;
	for (int k = 0; k < HPCC_N_OPERATIONS; k++) w.fixed[k] /= w.n_steps, w.split[k] /= w.n_steps;
	make_profile(&w);
	return w;
}

// ---- what was measured ------------------------------------------------------------------------

static void add_part(const hpcc_phase *p, double *to)
{
	double fixed[HPCC_N_OPERATIONS] = {0}, part[HPCC_N_OPERATIONS] = {0};
	p->operations(now->par, NULL, fixed);
	if (is_split(p) && hpcc_predicting)
		in_units(p, 0, now->units, part);
	else if (is_split(p))
		p->operations(now->par, own_of(p, axis_own), part);
	for (int k = 0; k < HPCC_N_OPERATIONS; k++) to[k] += fixed[k] + part[k];
}

// What this process has executed of a phase in those steps whose time counts, on the average: of some of these, where
// steps differ.
static void executed_here(const hpcc_phase *p, const noted_nest *nest, double *to)
{
	const int of_cycle = now->table->cycle_parameter;
	const long timed = nest->later_steps ? hpcc_the_cycle.steps - 1 : 0; // all but the first one, or that alone
	const int differ = p->all_operations && of_cycle >= 0 && timed > 0, n = !differ ? 1 : (int)MIN_OF(timed, STEPS);
	const long first = differ ? now->par[of_cycle] : 0;
	for (int s = 0; s < n; s++) {
		if (differ) now->par[of_cycle] = first + 1 + (long)((s + .5) * (double)timed / n);
		add_part(p, to);
	}
	if (differ) now->par[of_cycle] = first;
	for (int k = 0; k < HPCC_N_OPERATIONS; k++) to[k] /= n;
}

static phase_measured_t measured_here(const hpcc_phase *p)
{
	const noted_nest *n = p->kind == HPCC_COMPUTATION ? nest_of(p->task) : NULL;
	phase_measured_t m = {0};
	if (!n || time_of_step(n) <= 0 || !p->operations) return m;
	if (is_split(p) && !hpcc_predicting && axis_own[p->axis].lo > axis_own[p->axis].hi) return m;
	m.ns = (double)time_of_step(n);
	executed_here(p, n, m.operations);
	return m;
}

phase_measured_t *hpcc_phases_measured(void)
{
	enum { NUMBERS = sizeof(phase_measured_t) / sizeof(double) };
	const int phases = now->table->n_phases, n = phases * NUMBERS, processes = hpcc_mpi_on ? hpcc_size_ : 1;
	phase_measured_t *own = hpcc_alloc((size_t)(phases + 1) * sizeof *own), *all = own, *by_phase;
	for (int k = 0; k < phases; k++) own[k] = measured_here(&now->table->phases[k]);
	if (hpcc_mpi_on) {
		all = hpcc_alloc((size_t)processes * (size_t)(phases + 1) * sizeof *all);
		HPCC_COLLECTIVE(MPI_Gather, MPI_Igather, own, n, MPI_DOUBLE, all, n, MPI_DOUBLE, 0, hpcc_comm);
		hpcc_note_collective(HPCC_OWN_GATHER, 0, (size_t)(processes - 1) * (size_t)n * sizeof(double));
		free(own);
	}
	by_phase = hpcc_alloc((size_t)processes * (size_t)(phases + 1) * sizeof *by_phase);
	for (int k = 0; k < phases; k++)
		for (int q = 0; q < processes; q++) by_phase[k * processes + q] = all[q * phases + k];
	free(all);
	if (hpcc_rank_ == 0) return by_phase;
	free(by_phase);
	return NULL;
}

long hpcc_phase_runs(const hpcc_phase *p)
{
	const noted_nest *n = nest_of(p->task);
	return n ? n->runs : 1;
}

// Bytes of all mapped arrays: of those that are split along one dimension for each unit, of others as they are.
static void memory_of_arrays(double *each, double *fixed)
{
	*each = *fixed = 0;
	for (long k = 0; k < hpcc_n_mapped(); k++) {
		const desc_t *desc = hpcc_mapped(k);
		if (extent_of(desc) > 0)
			*each += (double)desc->bytes / (double)now->units;
		else
			*fixed += (double)desc->bytes;
	}
}

// What the callbacks know of n units in the middle, halos included.
static double memory_of(long n)
{
	hpcc_range own[MOST_AXES];
	hpcc_intervals all[MOST_AXES];
	const long first = (now->units - n) / 2;
	own_units(first, first + n, own);
	for (int x = 0; x < now->table->n_axes; x++) all[x] = (hpcc_intervals){1, &own[x]};
	return hpcc_callbacks_memory(now->table, now->par, all);
}

// The domain is that along which the most work is placed.
static void find_units(void)
{
	double most = -1;
	for (int k = 0; k < now->table->n_phases; k++) {
		const hpcc_phase *p = &now->table->phases[k];
		double n[HPCC_N_OPERATIONS];
		if (p->kind != HPCC_COMPUTATION || !is_split(p) || p->axis >= now->table->n_axes) continue;
		const long before = now->units;
		now->units = now->axis_extent[p->axis];
		const double sum = now->units ? in_units(p, 0, now->units, n) : -1;
		if (sum > most)
			most = sum;
		else
			now->units = before;
	}
}

void hpcc_phases_memory(double *fixed, double *each)
{
	const long some = now->units / 4 > 0 ? now->units / 4 : 1,
	           more = 2 * some <= now->units ? 2 * some : now->units;
	const double less = memory_of(some),
	             more_each = more > some ? (memory_of(more) - less) / (double)(more - some) : 0;
	double of_arrays;
	memory_of_arrays(&of_arrays, fixed);
	*fixed += MAX_OF(less - more_each * (double)some, 0);
	*each = MAX_OF(of_arrays, more_each);
}

static const char *why_not(void)
{
	int n = 0;
	for (const noted_block *b = hpcc_the_phases.blocks; b; b = b->next)
		if (b->grid_rank > 1) return "its arrays lie on a grid of several dimensions";
	for (const noted_block *b = hpcc_the_phases.blocks; b; b = b->next) n++;
	if (!n) return "it has no array that is distributed in equal blocks";
	return now->units ? NULL : "the compiler has found no work in its cycle that is split along a dimension";
}

const char *hpcc_phases_evaluate(void)
{
	take_parameters();
	find_limits(hpcc_the_cycle.of);
	find_extents();
	find_units();
	return why_not();
}

// ---- begin --------------------------------------------------------------------------------------

void hpcc_phases_start(void)
{
	if (!getenv("HPCC_PHASES") && !getenv("HPCC_PLAN")) return;
	now->table = hpcc_callbacks_of(NULL);
	hpcc_phases_file_start();
	hpcc_planned_start();
}
