// SPDX-License-Identifier: Apache-2.0
//
// Entering and leaving nests.
#include "../check/check.h"
#include "../trace/trace.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Beyond this, arrays that a replicated run has filled are given back.
static const size_t small_bytes = 1 << 20;

// ---- replicated runs --------------------------------------------------------------------------

// Copies what this process owns of the boxes (NULL: all) between compact store and range.
static void copy_owned(const desc_t *desc, const boxes_t *boxes, const place_t *to, const place_t *from)
{
	if (!desc->compact || !desc->owns) return;
	if (!boxes) {
		hpcc_copy_box(desc->rank, &desc->own, desc->element, to, from);
		return;
	}
	boxes_t *mine = hpcc_boxes_and(boxes, &desc->own);
	for (int k = 0; k < mine->n; k++) hpcc_copy_box(desc->rank, &mine->box[k], desc->element, to, from);
	hpcc_boxes_drop(mine);
}

static int writes(const plan_t *plan, int a)
{
	return (plan->nest->args[a].flags & HPCC_WRITES) && hpcc_view_spread(&plan->view[a]);
}

// What is gathered for all stays with them behind the run, if it is little, or is gathered again and again while
// nothing else sets it.
static int stays_with_all(const desc_t *desc)
{
	enum { OFTEN = 4 };
	return !desc->compact_layout && (desc->bytes < small_bytes || desc->n_gathered >= OFTEN);
}

static void begin_replicated(plan_t *plan)
{
	for (int a = 0; a < plan->nest->n_args; a++) {
		desc_t *desc = plan->view[a].desc;
		if (writes(plan, a)) copy_owned(desc, plan->wrote[a], &desc->range, &desc->place);
	}
	if (hpcc_portions_begin(plan)) return;
	for (int a = 0; a < plan->nest->n_args; a++) {
		desc_t *desc = plan->view[a].desc;
		boxes_t *need = plan->need[a];
		if (!need) continue;
		hpcc_collect(desc, need, &desc->range);
		if (hpcc_valid_has(desc, &desc->all, need)) continue;
		desc->n_gathered++;
		if (stays_with_all(desc)) hpcc_valid_add(desc, &desc->all, need);
	}
}

static void end_replicated(plan_t *plan)
{
	hpcc_portions_end(plan);
	for (int a = 0; a < plan->nest->n_args; a++) {
		desc_t *desc = plan->view[a].desc;
		if (writes(plan, a)) copy_owned(desc, plan->wrote[a], &desc->place, &desc->range);
	}
	for (int a = 0; a < plan->nest->n_args; a++)
		if (hpcc_view_spread(&plan->view[a])) hpcc_store_trim(plan->view[a].desc);
}

// ---- runs in functions that a nest calls --------------------------------------------------------

int hpcc_depth;

// The last one that was left: its run is still asked whether there is something to combine.
static plan_t *left;

static void free_inner(plan_t *plan)
{
	if (!plan) return;
	free(plan->run.origin);
	free(plan->run.between);
	free(plan);
}

static plan_t *new_inner(hpcc_nest *nest)
{
	plan_t *plan = hpcc_alloc(sizeof *plan);
	size_t n = (size_t)nest->n_args + 1;
	plan->nest = nest;
	plan->mode = RUN_INNER;
	plan->piece_axis = -1;
	plan->run.state = plan;
	plan->run.origin = hpcc_alloc(n * sizeof *plan->run.origin);
	plan->run.between = hpcc_alloc(n * sizeof *plan->run.between);
	plan->n_regions = 1;
	plan->region = hpcc_alloc(sizeof *plan->region);
	for (int k = 0; k < nest->n_axes + !!nest->strips; k++) {
		plan->region[0].lo[k] = -HPCC_INF;
		plan->region[0].hi[k] = HPCC_INF;
	}
	return plan;
}

// What a local function calls must know of its part.
static void check_local(const hpcc_nest *nest, void *const *base)
{
	for (int a = 0; a < nest->n_args && hpcc_apart_now == HPCC_APART_LOCAL; a++) {
		const desc_t *desc = hpcc_find(base[a]);
		if (!desc || desc->layout->everywhere) continue;
		char where[300];
		snprintf(where, sizeof where, "%s:%d", nest->file, nest->line);
		hpcc_die(where,
		        "a loop over `%s` in a function that a local function calls: mark that function local, too",
		        desc->info->name);
	}
}

static hpcc_run *enter_inner(hpcc_nest *nest, void *const *base, const long *row)
{
	check_local(nest, base);
	plan_t *plan = left && left->nest == nest ? left : new_inner(nest);
	if (plan == left) left = NULL;
	plan->stage = plan->under_way = 0;
	plan->counted = 1; // with the outer nest, which called the function
	for (int a = 0; a < nest->n_args; a++) {
		int rank = nest->args[a].rank;
		plan->run.origin[a] = base[a];
		long stride = 1;
		for (int d = rank - 1; d >= 0; d--) {
			plan->run.between[a][d] = stride - 1;
			if (d > 0) stride *= row[d - 1];
		}
		row += rank - 1;
	}
	hpcc_portions_limits(plan, 0);
	return &plan->run;
}

static void leave_inner(plan_t *plan)
{
	free_inner(left);
	left = plan;
}

// ---- a run ------------------------------------------------------------------------------------

static int in_pieces(const plan_t *plan)
{
	return plan->mode == RUN_PARTITIONED && plan->piece_axis >= 0 && !hpcc_predicting;
}

// By what the text names rows.
static void set_rows(plan_t *plan, void *const *base)
{
	for (int a = 0; a < plan->nest->n_args; a++) {
		if (!plan->nest->args[a].row_levels) continue;
		plan->run.origin[a] = plan->rows[a] ? plan->rows[a] + plan->view[a].offset : base[a];
	}
}

// Functions that a nest calls get to places of their own, on each process to others: behind the nest all are where it
// stands.
static check_place_t place_at_entry;

// What is not as it was when the nest was run before may say where arrays are.
static void find_blocks(const hpcc_nest *nest, void *const *place)
{
	hpcc_depth--;
	hpcc_block_find_all(place, nest->n_args);
	hpcc_depth++;
}

// ---- the program's end in a partitioned nest -----------------------------------------------------

static jmp_buf way_back;
static pthread_t one_who_may; // OpenMP's other threads have no place here to go to
static int came_back;
static hpcc_run *entered; // the nest that the processes are in, NULL: none
static int nest_is_event;

int omp_in_parallel(void) __attribute__((weak));

static void open_way_back(plan_t *plan)
{
	int open = plan->mode == RUN_PARTITIONED && (plan->nest->flags & HPCC_GOES_BACK);
	plan->run.way_back = open ? &way_back : NULL;
	one_who_may = pthread_self();
	came_back = 0;
	entered = &plan->run;
}

void hpcc_ends(void)
{
	if (!entered || !entered->way_back || !pthread_equal(one_who_may, pthread_self())) return;
	if (omp_in_parallel && omp_in_parallel()) return;
	came_back = 1;
	hpcc_depth = 1;
	longjmp(way_back, 1);
}

int hpcc_went_back(hpcc_run *run)
{
	plan_t *plan = run->state;
	if (!run->way_back) return 0;
	if (came_back) hpcc_replicate_hold();
	if (came_back && !plan->keeps) hpcc_trace_undo(plan);
	hpcc_kept_end(plan, came_back);
	return came_back;
}

void hpcc_leave_for_end(void)
{
	if (!entered || hpcc_partitioned_now) return;
	hpcc_depth = 1;
	hpcc_leave(entered);
}

// rows: because pointers to rows are not what was expected.
static void note_slow(const plan_t *plan, int rows)
{
	const char *why = plan->why, *instead = plan->instead;
	if (rows)
		why = hpcc_rows_why(), instead = hpcc_rows_instead();
	else if (!why && plan->mode == RUN_LOCAL)
		why = hpcc_beyond_why, instead = hpcc_beyond_instead;
	hpcc_stats_slow(plan->nest, why);
	if (!hpcc_is_replicated()) hpcc_lost_run(plan, why, instead);
}

static inline int run_is_quick(hpcc_nest *nest, plan_t *plan)
{
	if (plan && hpcc_run_is_quick(plan)) return 1;
	nest_is_event = hpcc_event_begin_nest(nest, plan);
	return 0;
}

hpcc_run *hpcc_enter(hpcc_nest *nest, const long *par, void *const *base, const long *extent, int assumed)
{
	if (hpcc_n_blocks_waiting > 0) hpcc_block_find_all(base, nest->n_args);
	if (hpcc_n_deferred > 0 && hpcc_depth == 0) hpcc_deferred_enter(nest, par, base, extent, assumed);
	if (hpcc_replicate_on && hpcc_depth == 0) hpcc_replicate_before(nest, par);
	if (hpcc_depth == 0 && assumed && (nest->flags & HPCC_SLICES)) hpcc_slices_enter(nest, par, base, extent);
	if (hpcc_depth++ > 0) return enter_inner(nest, base, extent);
	place_at_entry = hpcc_check_place;
	const int has_rows = hpcc_nest_has_rows(nest);
	// Where rows are may have to be agreed upon.
	nest_is_event = hpcc_ledger_on && has_rows && hpcc_event_begin_nest(nest, NULL);
	int as_assumed = assumed;
	void *const *place = hpcc_rows_enter(nest, par, base, &assumed);
	plan_t *plan = hpcc_plan_find(nest, par, place, extent, !!assumed);
	const int is_quick = hpcc_ledger_on && !has_rows && run_is_quick(nest, plan);
	if (!plan) {
		find_blocks(nest, place);
		plan = hpcc_plan_make(nest, par, place, extent, !!assumed);
	}
	if (place != base) set_rows(plan, base);
	if (place != base && plan->mode != RUN_PARTITIONED) hpcc_rows_reach_added(nest, par, base);
	if (plan->beyond) hpcc_beyond(nest, par, place, extent, 1);
	if (plan->slow || (hpcc_reaches() && plan->mode == RUN_LOCAL)) note_slow(plan, as_assumed && !assumed);
	if (hpcc_replicate_on) hpcc_replicate_entered(plan);
	hpcc_reach_begin();
	plan->under_way = 0;
	plan->par_now = par;
	if (plan->mode == RUN_LOCAL) plan->uses++;
	if (!is_quick && (hpcc_stats_level | hpcc_ledger_on))
		hpcc_run_begins(plan);
	else
		plan->counted = 1;
	if (hpcc_phases_on) hpcc_phases_entered(plan);
	hpcc_check_enter(plan);
	hpcc_trace_enter(plan, par, assumed);
	hpcc_portions_limits(plan, 0);
	if (plan->mode == RUN_PARTITIONED) {
		hpcc_partitioned_now = 1;
		hpcc_strips_entered(plan);
		hpcc_schedule_begin(plan);
		hpcc_accumulate_begin(plan);
	} else if (plan->mode == RUN_REPLICATED) {
		begin_replicated(plan);
	}
	// One region where nothing is under way; else that is the one to leave out.
	plan->stage = plan->under_way && plan->n_regions > 1;
	plan->last_stage = plan->stage ? plan->n_regions - 1 : 0;
	if (in_pieces(plan)) {
		plan->pieces = hpcc_plan_pieces(plan, hpcc_rank_);
		plan->last_stage = MAX_OF(plan->pieces.n, 1) - 1;
	}
	if (plan->n_strips > 1) {
		plan->stage = 0;
		plan->last_stage = plan->n_strips - 1;
	}
	open_way_back(plan);
	return &plan->run;
}

// All of a run at once, whatever regions it is done in; piece by piece, as a way out may leave some.
static void count_executed(plan_t *plan)
{
	hpcc_range piece[HPCC_MAX_AXES];
	if (!in_pieces(plan)) {
		hpcc_stats_executed(plan, plan->own);
		plan->counted = 1;
		return;
	}
	for (int k = 0; k < plan->nest->n_axes; k++) piece[k] = (hpcc_range){plan->run.lo[k], plan->run.hi[k], 1};
	hpcc_stats_executed(plan, piece);
}

static int next_region(hpcc_run *run)
{
	plan_t *plan = run->state;
	if (plan->stage > plan->last_stage) return 0;
	if (plan->n_strips > 1) {
		if (plan->stage > 0) hpcc_handed_done(plan, (int)plan->stage - 1);
		hpcc_schedule_strip(plan, (int)plan->stage);
	} else if (plan->under_way && plan->stage != 1) {
		hpcc_schedule_received(plan);
		plan->under_way = 0;
	}
	if (plan->stage == 0) hpcc_turn_begin(plan);
	hpcc_handed_begin(plan, (int)plan->stage);
	size_t bytes = (size_t)(plan->nest->n_axes + !!plan->nest->strips) * sizeof *run->lo;
	if (in_pieces(plan)) {
		hpcc_pieces_next(plan);
	} else {
		memcpy(run->lo, plan->region[plan->stage].lo, bytes);
		memcpy(run->hi, plan->region[plan->stage].hi, bytes);
	}
	if (!plan->counted) count_executed(plan);
	run->last = plan->stage++ == plan->last_stage;
	return 1;
}

int hpcc_next(hpcc_run *run)
{
	const int timed = hpcc_phases_on && hpcc_depth == 1;
	if (timed) hpcc_phases_region_ends(run->state);
	const int goes_on = next_region(run);
	if (timed && goes_on) hpcc_phases_region_begins();
	return goes_on;
}

// Nobody goes on before all have come to the end, or one of them to the program's.
static void meet(const plan_t *plan)
{
	if (plan->run.way_back) {
		HPCC_COLLECTIVE(
		        MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, &came_back, 1, MPI_INT, MPI_MAX, hpcc_comm);
		hpcc_note_collective(HPCC_ALLREDUCE, -1, sizeof came_back);
	} else if (plan->nest->flags & HPCC_ASSERTS) {
		HPCC_COLLECTIVE(MPI_Barrier, MPI_Ibarrier, hpcc_comm);
		hpcc_note_collective(HPCC_BARRIER, -1, 0);
	}
}

static void leave_outer(plan_t *plan)
{
	if (plan->mode == RUN_LOCAL) return;
	if (plan->under_way) hpcc_schedule_received(plan);
	if (plan->mode == RUN_PARTITIONED) {
		hpcc_schedule_done(plan);
		hpcc_turn_end(plan);
		hpcc_handed_end(plan);
		hpcc_schedule_sent(plan);
		meet(plan);
		if (came_back)
			hpcc_accumulate_undo(plan);
		else
			hpcc_accumulate_end(plan);
		hpcc_strips_left(plan);
	}
	for (int a = 0; a < plan->nest->n_args; a++) {
		desc_t *desc = writes(plan, a) ? plan->view[a].desc : NULL;
		// What all had they have set alike.
		if (!desc) continue;
		if (plan->mode != RUN_REPLICATED) desc->n_gathered = 0;
		if (plan->mode == RUN_REPLICATED && stays_with_all(desc))
			hpcc_invalidate_but_all(desc, plan->wrote[a]);
		else
			hpcc_invalidate(desc, plan->wrote[a]);
	}
	if (plan->mode == RUN_REPLICATED) end_replicated(plan);
}

void hpcc_leave(hpcc_run *run)
{
	plan_t *plan = run->state;
	hpcc_depth--;
	if (plan->mode == RUN_INNER) leave_inner(plan);
	if (hpcc_depth > 0) return;
	hpcc_check_place = place_at_entry;
	entered = NULL;
	hpcc_reach_written();
	if (hpcc_phases_on) hpcc_phases_region_ends(plan);
	leave_outer(plan);
	hpcc_reach_end();
	hpcc_partitioned_now = 0;
	if (nest_is_event) {
		hpcc_event_close();
		hpcc_run_was_event(plan);
	}
	hpcc_quick_nest = NULL;
	if (!plan->keeps) hpcc_trace_leave();
}
