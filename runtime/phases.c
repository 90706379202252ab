// SPDX-License-Identifier: Apache-2.0
//
// HPCC_PHASES=FILE, in a program that predicts (predict.c): the callbacks are evaluated with the values that their
// parameters have in the first step of its phase cycle. Then it goes on for up to two steps, a second at most
// (HPCC_CYCLES: for so many), to see how long the nests take here, and ends. hpcc-run reads the file and plans;
// docs/machine.md has its schema.
//
// What a unit costs may depend on where it lies (an elimination works on the last rows only, in the end). So the work
// of a phase is told as a profile: how much of it lies before each of some positions of the domain, for some steps.
#define _GNU_SOURCE
#include "../include/hpcc/callbacks.h"
#include "internal.h"
#include "ledger.h"
#include "libc_internal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { POINTS = 32, STEPS = 16, MOST_AXES = 64 };

int hpcc_phases_on;

static const char *path;
static const hpcc_callbacks *table;

// ---- what is noted on the way -----------------------------------------------------------------

// A nest as it was entered last, until the first step ended, and how often in that step. extent[a]: of argument a's
// array, along the one dimension that is split; 0: there is no such dimension. Times are the process's, of a processor:
// what is taken away from it does not count. Of a step, and the least of all steps; -1: not known.
typedef struct noted_nest {
	const hpcc_nest *nest;
	long *par, *extent, runs;
	long step_time, least_time;
	struct noted_nest *next;
} noted_nest;
static noted_nest *nests;

// Arrays and templates in equal blocks; those with the same name, sizes and processes are noted once.
typedef struct noted_block {
	const char *name;
	int grid_rank, parts;
	long n;
	struct noted_block *next;
} noted_block;
static noted_block *blocks;

void hpcc_phases_block(const char *name, int grid_rank, int parts, long n)
{
	for (const noted_block *b = blocks; b; b = b->next)
		if (b->grid_rank == grid_rank && b->parts == parts && b->n == n && strcmp(b->name, name) == 0) return;
	noted_block *b = hpcc_alloc(sizeof *b);
	*b = (noted_block){.name = name, .grid_rank = grid_rank, .parts = parts, .n = n, .next = blocks};
	blocks = b;
}

static noted_nest *noted(const hpcc_nest *nest)
{
	for (noted_nest *n = nests; n; n = n->next)
		if (n->nest == nest) return n;
	noted_nest *n = hpcc_alloc(sizeof *n);
	*n = (noted_nest){.nest = nest,
	        .least_time = -1,
	        .par = hpcc_alloc((size_t)nest->n_par * sizeof(long) + 1),
	        .extent = hpcc_alloc((size_t)nest->n_args * sizeof(long) + 1),
	        .next = nests};
	return nests = n;
}

static long extent_of(const desc_t *desc)
{
	const layout_t *l = desc ? desc->layout : NULL;
	return l && l->grid && l->grid->rank == 1 && l->use[0] == GRID_SPLIT ? l->extent[l->dim[0]] : 0;
}

static long entered_at; // in the process's time

static long time_of_process(void)
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
		for (int a = 0; a < plan->nest->n_args; a++) n->extent[a] = extent_of(plan->view[a].desc);
	}
	n->runs += hpcc_the_cycle.when == FIRST_STEP;
	entered_at = time_of_process();
}

void hpcc_phases_left(const plan_t *plan)
{
	if (hpcc_the_cycle.when != BEFORE_CYCLE) noted(plan->nest)->step_time += time_of_process() - entered_at;
}

// Nests that a step does not come to have no time.
static void end_step(void)
{
	for (noted_nest *n = nests; n; n = n->next) {
		if (n->step_time && (n->least_time < 0 || n->step_time < n->least_time)) n->least_time = n->step_time;
		n->step_time = 0;
	}
}

int hpcc_phases_step(long steps)
{
	enum { STEPS_THAT_SUFFICE = 3 };
	const long second = 1000000000;
	static long began;
	const char *wanted = getenv("HPCC_CYCLES");
	if (steps == 0) began = time_of_process();
	end_step();
	if (wanted && *wanted) return 0;
	return steps >= STEPS_THAT_SUFFICE || (steps > 0 && time_of_process() - began > second);
}

// The nest of a task: that which stands where one of the task's phases does.
static const noted_nest *nest_of(int task)
{
	for (int k = 0; k < table->n_phases; k++) {
		const hpcc_phase *p = &table->phases[k];
		for (const noted_nest *n = nests; n && p->task == task && p->file; n = n->next)
			if (n->nest->id == task && n->nest->line == p->line && strcmp(n->nest->file, p->file) == 0)
				return n;
	}
	return NULL;
}

// ---- parameters -------------------------------------------------------------------------------

static long *par; // values, in the table's order
static char *is_known;

static void take_parameters(void)
{
	par = hpcc_alloc((size_t)table->n_parameters * sizeof *par + 1);
	is_known = hpcc_alloc((size_t)table->n_parameters + 1);
	for (int k = 0; k < table->n_parameters; k++) {
		const hpcc_parameter *p = &table->parameters[k];
		const noted_nest *n = p->task ? nest_of(p->task) : NULL;
		is_known[k] = n && p->number < n->nest->n_par;
		par[k] = is_known[k] ? n->par[p->number] : 1;
	}
}

// A limit of the cycle that is no parameter of a nest: the value with which the cycle has the number of steps that its
// head says. `cycles` rises with it or falls.
static int find_limit(int k, double steps)
{
	long low = -(1L << 40), high = 1L << 40;
	par[k] = low;
	const double at_low = table->cycles(par);
	par[k] = high;
	const int rises = table->cycles(par) > at_low;
	while (low < high) {
		const long middle = low + (high - low) / 2;
		par[k] = middle;
		if ((table->cycles(par) >= steps) == rises)
			high = middle;
		else
			low = middle + 1;
	}
	par[k] = rises ? low : low - 1;
	return table->cycles(par) == steps;
}

static void find_limits(long steps)
{
	for (int k = 0; k < table->n_parameters && steps >= 0 && table->cycles; k++) {
		if (is_known[k] || table->parameters[k].task) continue;
		is_known[k] = (char)find_limit(k, (double)steps);
		if (!is_known[k]) par[k] = 1;
	}
}

static double steps_of_cycle(void)
{
	if (hpcc_the_cycle.of >= 0) return (double)hpcc_the_cycle.of;
	return table->cycles ? table->cycles(par) : 0;
}

// ---- units ------------------------------------------------------------------------------------

static long axis_extent[MOST_AXES];
static long units; // of the whole domain: indices along the dimension that is split

// The extent of the array that an axis of the table names, where a nest was given it.
static void find_extents(void)
{
	for (int k = 0; k < table->n_phases; k++) {
		const hpcc_phase *p = &table->phases[k];
		const noted_nest *n = nest_of(p->task);
		for (int x = 0; x < table->n_axes && n; x++)
			for (int a = 0; a < n->nest->n_args && p->axes >> x & 1; a++)
				if (n->extent[a] && n->nest->args[a].name &&
				        strcmp(n->nest->args[a].name, table->axes[x].array) == 0)
					axis_extent[x] = n->extent[a];
	}
	for (int x = 0; x < table->n_axes; x++) {
		const int like = table->axes[x].like;
		if (!axis_extent[x] && like >= 0) axis_extent[x] = axis_extent[like];
	}
}

// What a process owns along all axes that owns the units from `first` to before `end`: in arrays of another extent the
// same part of it, as equal blocks would be.
static void own_units(long first, long end, hpcc_range *own)
{
	for (int x = 0; x < table->n_axes; x++) {
		const double scale = axis_extent[x] ? (double)axis_extent[x] / (double)units : 1;
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
	p->operations(par, own_of(p, own), n);
	return number_of(n);
}

typedef struct work_t {
	double fixed[HPCC_N_OPERATIONS], split[HPCC_N_OPERATIONS]; // in a step, on the average
	int n_steps;
	double before[STEPS][POINTS + 1]; // operations before each position, in some steps
	double bytes;                     // that are touched of all arrays
} work_t;

static void add_step(const hpcc_phase *p, work_t *w, double *before)
{
	double n[HPCC_N_OPERATIONS] = {0};
	if (p->operations) p->operations(par, NULL, n);
	for (int k = 0; k < HPCC_N_OPERATIONS; k++) w->fixed[k] += n[k];
	before[0] = 0;
	for (int i = 0; i < POINTS && is_split(p); i++) {
		before[i + 1] = before[i] + in_units(p, units * i / POINTS, units * (i + 1) / POINTS, n);
		for (int k = 0; k < HPCC_N_OPERATIONS; k++) w->split[k] += n[k];
	}
}

static double touched(const hpcc_phase *p)
{
	hpcc_range own[MOST_AXES];
	double sum = 0;
	own_units(0, units, own);
	for (int k = 0; k < p->n_arrays; k++)
		if (p->arrays[k].bytes) sum += p->arrays[k].bytes(par, own);
	return sum;
}

// Steps differ where the cycle's variable is among the parameters; then some stand for all.
static work_t work_of(const hpcc_phase *p)
{
	work_t w = {.n_steps = 1};
	const int of_cycle = table->cycle_parameter;
	const double steps = steps_of_cycle();
	if (p->all_operations && of_cycle >= 0 && steps > 1) w.n_steps = steps < STEPS ? (int)steps : STEPS;
	const long first = of_cycle >= 0 ? par[of_cycle] : 0;
	for (int s = 0; s < w.n_steps; s++) {
		if (w.n_steps > 1) par[of_cycle] = first + (long)((s + .5) * steps / w.n_steps);
		add_step(p, &w, w.before[s]);
		w.bytes += touched(p) / w.n_steps;
	}
	if (w.n_steps > 1) par[of_cycle] = first;
	for (int k = 0; k < HPCC_N_OPERATIONS; k++) w.fixed[k] /= w.n_steps, w.split[k] /= w.n_steps;
	return w;
}

// Bytes of all mapped arrays: of those that are split along one dimension for each unit, of others as they are.
static void memory_of_arrays(double *each, double *fixed)
{
	*each = *fixed = 0;
	for (long k = 0; k < hpcc_n_mapped(); k++) {
		const desc_t *desc = hpcc_mapped(k);
		if (extent_of(desc) > 0)
			*each += (double)desc->bytes / (double)units;
		else
			*fixed += (double)desc->bytes;
	}
}

// What the callbacks know of n units in the middle, halos included.
static double memory_of(long n)
{
	hpcc_range own[MOST_AXES];
	hpcc_intervals all[MOST_AXES];
	const long first = (units - n) / 2;
	own_units(first, first + n, own);
	for (int x = 0; x < table->n_axes; x++) all[x] = (hpcc_intervals){1, &own[x]};
	return hpcc_callbacks_memory(table, par, all);
}

// The domain is that along which the most work is placed.
static void find_units(void)
{
	double most = -1;
	for (int k = 0; k < table->n_phases; k++) {
		const hpcc_phase *p = &table->phases[k];
		double n[HPCC_N_OPERATIONS];
		if (p->kind != HPCC_COMPUTATION || !is_split(p) || p->axis >= table->n_axes) continue;
		const long before = units;
		units = axis_extent[p->axis];
		const double sum = units ? in_units(p, 0, units, n) : -1;
		if (sum > most)
			most = sum;
		else
			units = before;
	}
}

// ---- the file ---------------------------------------------------------------------------------

#ifdef OPEN_MPI
static const char mpi[] = "openmpi";
#elif defined(MPICH_VERSION)
static const char mpi[] = "mpich";
#else
static const char mpi[] = "unknown";
#endif

static const char *const topology_words[] = {[HPCC_NO_TOPOLOGY] = "none",
        [HPCC_1D] = "1-D",
        [HPCC_RING] = "ring",
        [HPCC_TREE] = "tree",
        [HPCC_ALL_TO_ALL] = "all-to-all",
        [HPCC_PAIRWISE] = "pairwise",
        [HPCC_GRID] = "grid"};
static const char *const pattern_words[] = {[HPCC_NO_EVENT] = "none",
        [HPCC_SHIFT] = "shift",
        [HPCC_BROADCAST] = "broadcast",
        [HPCC_REDUCTION] = "reduction",
        [HPCC_GATHER] = "gather",
        [HPCC_SECTION] = "section",
        [HPCC_TURNS] = "turns",
        [HPCC_REMAP] = "remap"};

static void write_member(FILE *out, const char *name, const char *value)
{
	fprintf(out, "\"%s\": ", name);
	hpcc_ledger_text(out, value ? value : "");
}

static void write_numbers(FILE *out, const char *name, int n, const double *x)
{
	fprintf(out, ", \"%s\": [", name);
	for (int k = 0; k < n; k++) fprintf(out, "%s%.17g", k ? ", " : "", x[k]);
	fputc(']', out);
}

// Parts of what a step has on the average.
static void write_profile(FILE *out, work_t *w)
{
	double mean = 0;
	for (int s = 0; s < w->n_steps; s++) mean += w->before[s][POINTS] / w->n_steps;
	fprintf(out, ",\n     \"profile\": [");
	for (int s = 0; s < w->n_steps; s++) {
		fprintf(out, "%s[", s ? ",\n       " : "");
		for (int i = 0; i <= POINTS; i++) fprintf(out, "%s%.9g", i ? ", " : "", w->before[s][i] / mean);
		fputc(']', out);
	}
	fputc(']', out);
}

// What the nest took here, and the operations that this was: in the first step, of all units.
static void write_measured(FILE *out, const hpcc_phase *p)
{
	const noted_nest *n = nest_of(p->task);
	double all[HPCC_N_OPERATIONS] = {0}, part[HPCC_N_OPERATIONS] = {0};
	if (!n || n->least_time <= 0) return;
	if (p->operations) p->operations(par, NULL, all);
	if (is_split(p)) in_units(p, 0, units, part);
	for (int k = 0; k < HPCC_N_OPERATIONS; k++) all[k] += part[k];
	fprintf(out, ", \"measured_ns\": %ld", n->least_time);
	write_numbers(out, "measured", HPCC_N_OPERATIONS, all);
}

static void write_computation(FILE *out, const hpcc_phase *p)
{
	work_t w = work_of(p);
	fprintf(out, ", \"linear\": %s, \"pdus\": %.17g, \"touched_bytes\": %.17g", p->linear ? "true" : "false",
	        hpcc_phase_num_pdus(p, par), w.bytes);
	write_numbers(out, "fixed", HPCC_N_OPERATIONS, w.fixed);
	write_numbers(out, "split", HPCC_N_OPERATIONS, w.split);
	write_measured(out, p);
	if (number_of(w.split) > 0) write_profile(out, &w);
}

static void write_communication(FILE *out, const hpcc_phase *p)
{
	const hpcc_comm_complexity b = hpcc_phase_comm_complexity(table, p, par);
	fputs(", ", out);
	write_member(out, "topology", topology_words[p->topology]);
	fputs(", ", out);
	write_member(out, "pattern", pattern_words[p->pattern]);
	fprintf(out, ", \"bytes\": %.17g, \"bytes_per_unit\": %.17g, \"overlap\": %d", b.non_pdu > 0 ? b.non_pdu : 0,
	        b.pdu > 0 ? b.pdu : 0, p->overlap);
}

static void write_phase(FILE *out, const hpcc_phase *p)
{
	const noted_nest *n = nest_of(p->task);
	fprintf(out, "    {\"kind\": \"%s\", ", p->kind == HPCC_COMPUTATION ? "computation" : "communication");
	write_member(out, "name", p->name);
	fputs(", ", out);
	write_member(out, "file", p->file);
	fprintf(out, ", \"line\": %d, \"runs\": %ld, \"estimated\": %s, \"unknown\": %s", p->line, n ? n->runs : 1,
	        p->flags & HPCC_ESTIMATED ? "true" : "false", p->flags & HPCC_UNKNOWN ? "true" : "false");
	if (p->kind == HPCC_COMPUTATION)
		write_computation(out, p);
	else
		write_communication(out, p);
	fputc('}', out);
}

static void write_parameters(FILE *out)
{
	fprintf(out, ",\n  \"parameters\": [");
	for (int k = 0; k < table->n_parameters; k++) {
		fprintf(out, "%s{", k ? ", " : "");
		write_member(out, "name", table->parameters[k].name);
		fputs(", ", out);
		write_member(out, "function", table->parameters[k].function);
		if (is_known[k]) fprintf(out, ", \"value\": %ld", par[k]);
		fprintf(out, ", \"changes\": %s}", table->parameters[k].changes ? "true" : "false");
	}
	fputc(']', out);
}

static void write_axes(FILE *out)
{
	fprintf(out, ",\n  \"axes\": [");
	for (int x = 0; x < table->n_axes; x++) {
		fprintf(out, "%s{", x ? ", " : "");
		write_member(out, "array", table->axes[x].array);
		fputs(", ", out);
		write_member(out, "function", table->axes[x].function);
		fprintf(out, ", \"dimension\": %d, \"extent\": %ld}", table->axes[x].dim, axis_extent[x]);
	}
	fputc(']', out);
}

static void write_blocks(FILE *out)
{
	fprintf(out, ",\n  \"blocks\": [");
	for (const noted_block *b = blocks; b; b = b->next) {
		fprintf(out, "%s{", b == blocks ? "" : ", ");
		write_member(out, "of", b->name);
		fprintf(out, ", \"elements\": %ld, \"processes\": %d, \"grid_rank\": %d}", b->n, b->parts,
		        b->grid_rank);
	}
	fputc(']', out);
}

static void write_cycle(FILE *out)
{
	const double steps = steps_of_cycle();
	const long some = units / 4 > 0 ? units / 4 : 1, more = 2 * some <= units ? 2 * some : units;
	const double less = memory_of(some), each = more > some ? (memory_of(more) - less) / (double)(more - some) : 0;
	double of_arrays, fixed;
	memory_of_arrays(&of_arrays, &fixed);
	fprintf(out, ",\n  \"cycle\": {");
	write_member(out, "file", table->cycle_file);
	fprintf(out, ", \"line\": %d", table->cycle_line);
	if (steps > 0) fprintf(out, ", \"steps\": %.17g", steps);
	fprintf(out, "},\n  \"units\": %ld,\n  \"memory_bytes\": %.17g, \"memory_bytes_per_unit\": %.17g", units,
	        fixed + MAX_OF(less - each * (double)some, 0), MAX_OF(of_arrays, each));
}

static void write_all(FILE *out)
{
	write_parameters(out);
	write_axes(out);
	write_blocks(out);
	write_cycle(out);
	fprintf(out, ",\n  \"phases\": [\n");
	for (int k = 0; k < table->n_phases; k++) {
		write_phase(out, &table->phases[k]);
		fprintf(out, "%s\n", k + 1 < table->n_phases ? "," : "");
	}
	fprintf(out, "  ]");
}

// With the phases, or the reason why there are none; then the program ends.
static _Noreturn void write_file(const char *reason)
{
	FILE *out = fopen(path, "w");
	if (!out) hpcc_die(NULL, "HPCC_PHASES: %s cannot be written: %s", path, strerror(errno));
	fprintf(out, "{\n  \"hpcc-phases\": 1,\n  ");
	write_member(out, "mpi", mpi);
	fprintf(out, ",\n  \"processes\": %d", hpcc_size_);
	if (reason) {
		fputs(",\n  ", out);
		write_member(out, "reason", reason);
	} else {
		write_all(out);
	}
	fprintf(out, "\n}\n");
	if (ferror(out) | fclose(out)) hpcc_die(NULL, "HPCC_PHASES: %s is not complete: %s", path, strerror(errno));
	if (!reason) hpcc_ledger_write();
	_exit(0);
}

// ---- begin and end ----------------------------------------------------------------------------

void hpcc_phases_start(void)
{
	path = getenv("HPCC_PHASES");
	if (!hpcc_predicting || !path || !*path) return;
	hpcc_phases_on = 1;
	table = hpcc_callbacks_of(NULL);
	if (!table) write_file("it has no callbacks (-fno-dist-callbacks, or the compiler has found none)");
	if (!table->cycle_line) write_file("it has no phase cycle");
	if (table->n_axes > MOST_AXES) write_file("its callbacks have too many axes");
}

static const char *why_not(void)
{
	int n = 0;
	for (const noted_block *b = blocks; b; b = b->next)
		if (b->grid_rank > 1) return "its arrays lie on a grid of several dimensions";
	for (const noted_block *b = blocks; b; b = b->next) n++;
	if (!n) return "it has no array that is distributed in equal blocks";
	return units ? NULL : "the compiler has found no work in its cycle that is split along a dimension";
}

void hpcc_phases_end(void)
{
	hpcc_phases_on = 0;
	end_step();
	if (!hpcc_the_cycle.file || hpcc_the_cycle.steps == 0)
		write_file("it ended before the first step of its cycle");
	take_parameters();
	find_limits(hpcc_the_cycle.of);
	find_extents();
	find_units();
	write_file(why_not());
}
