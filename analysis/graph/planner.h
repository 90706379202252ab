// SPDX-License-Identifier: Apache-2.0
//
// What becomes of the loops of a unit: tasks, in the order of the source. A loop is planned as a whole (planner.c);
// where values cross in it, in turns or in slices (plan_turns.c), or in parts (plan_distributed.c). What is planned
// can be taken back, for something better.
#ifndef HPCC_ANALYSIS_PLANNER_H
#define HPCC_ANALYSIS_PLANNER_H

#include "../build/build.h"
#include "../nest/nest.h"
#include "task_graph.h"

// What is to be said of a loop, unless it goes better when a loop around it is distributed.
typedef struct warning {
	diag_id id;
	prog_loc loc;
	const char *text;
	const prog_function *function;
} warning;

// How many of each there are.
typedef struct plan_progress {
	int tasks, loops, distributed, warnings;
} plan_progress;

// What was planned of a function.
typedef struct function_part {
	bool planned;
	plan_progress from, to;
} function_part;

typedef struct planner {
	graph *g;
	unit_facts *in_doubt; // the view facts_in_doubt of its facts
	function_part *part;  // [symbol id]
	int room, room_loops, room_distributed;
	bool quiet; // in serial code
	const prog_function *function;
	int n_warnings, room_warnings;
	warning *warnings;
} planner;

typedef struct plan_result {
	int split;    // tasks that are split, in the statement
	bool warned;  // of elements that come one by one
	bool crosses; // it is a loop that is not split because values cross between processes in it
	bool differs; // ditto, of arrays whose extents differ:
	diag_id reason;
	prog_loc reason_loc;
	const char *reason_text;
} plan_result;

// ---- planner.c ----------------------------------------------------------------------------------

// The loop as one task, or with the tasks of what stands in it.
plan_result plan_whole_loop(planner *p, prog_stmt *s);
// Takes the nest and the partition.
void plan_add_split(planner *p, nest *n, partition *split, bool doubted);
void plan_free_task(task *t);

plan_progress plan_progress_of(const planner *p);
// What was planned since then is no more.
void plan_take_back(planner *p, plan_progress to);

// Whether the statement is in a file that is translated, and can be replaced.
bool plan_is_rewritable(const prog_stmt *s);
// Whether mapped memory is seen to get there; the same of all that the nest gets to, also in functions that it calls.
bool plan_is_expected_mapped(const graph *g, const prog_stmt *s);
bool plan_is_nest_expected_mapped(const graph *g, const nest *n);
// Whether a parameter's text names the variable of the loop.
bool plan_mentions(const prog_stmt *outer, const char *text);
// The loop around a nest whose iteration decides which process alone runs it, the one that owns the row; NULL: there is
// none.
const prog_stmt *plan_loop_of_turns(const task *t);
// Whether each process sends or receives something before the task.
bool plan_exchanges(const task *t);
// Whether all processes wait for each other in the task: for what they add up together.
bool plan_adds_up(const task *t);
// The same: for what each of them sets of arrays that all have.
bool plan_puts_together(const task *t);
// Whether what runs in turns, of what was planned since then, is little beside what runs in parallel.
bool plan_turns_are_small(const graph *g, int tasks_before);

// ---- plan_turns.c -------------------------------------------------------------------------------

// Loops around statements in tasks of the loop that are run in parallel: not by one process alone, for each iteration
// of the loop. `poor`: of what is run by all, or by one after the other.
int plan_depth_in_parallel(const graph *g, const prog_stmt *s, int tasks_before, int *poor);
// Whether the nest is not split because values cross between processes in it.
bool plan_crosses(const nest *n);
// A loop in which values cross, of which `n` is the nest, is run in turns where nothing in it is split otherwise, or no
// more than what is not. `before`: what was planned before what stands in it.
bool plan_in_turns(planner *p, prog_stmt *s, const nest *n, plan_progress before);
// The loop in slices, instead of what was planned since then; false: that is as it was.
bool plan_in_slices(planner *p, prog_stmt *s, plan_progress before);
// The same for a loop that has been split such that all processes get all of an array, and do all of the work on it.
void plan_in_slices_of_work(planner *p, prog_stmt *s, plan_progress before);
// The same for a loop that has been planned in turns, where less is moved.
void plan_in_slices_instead(planner *p, prog_stmt *s, plan_progress before);
// Whether iterations that set slices of their own wait for all processes each.
bool plan_waits_for_slices(const graph *g, const prog_stmt *s, const nest *n, int tasks_before);
// Whether nothing in the loop is split but for sums over a few rows in each of its iterations.
bool plan_combines_windows(const graph *g, int tasks_before);

// ---- plan_distributed.c ---------------------------------------------------------------------------

// A loop as a whole, or in parts.
plan_result plan_loop(planner *p, prog_stmt *s);

#endif
