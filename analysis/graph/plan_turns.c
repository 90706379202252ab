// SPDX-License-Identifier: Apache-2.0
//
// Loops in which values cross between processes: in turns, or with arrays that are split along slices meanwhile.
#include "gathering.h"
#include "losses.h"
#include "planner.h"

#include <limits.h>

// Whether the loop's iteration says which process executes each statement of the task: one of them alone.
static bool is_placed_by(const prog_stmt *loop, const task *t)
{
	const nest *n = t->nest;
	bool placed = false, chosen = false;
	for (int k = 0; k < n->n_stmts; k++)
		for (int l = 0; l < t->split->n_stmt_limits[k]; l++) {
			if (t->split->stmt_limits[k][l].loop >= 0) return false;
			placed = true;
		}
	for (int k = 0; k < n->n_params && placed; k++) chosen |= plan_mentions(loop, n->params[k].text);
	return chosen;
}

int plan_depth_in_parallel(const graph *g, const prog_stmt *s, int tasks_before, int *poor)
{
	int most = 0;
	*poor = 0;
	for (int k = tasks_before; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		int depth = t->is_alternative ? 0 : graph_depth_within(t, s);
		bool parallel =
		        t->kind == TASK_SPLIT && !t->serial && plan_loop_of_turns(t) != s && !is_placed_by(s, t);
		int *deepest = parallel ? &most : poor;
		if (depth > *deepest) *deepest = depth;
	}
	return most;
}

// Whether each process would come to the program's end for itself, with values that all set together. In slices these
// are its own.
static bool ends_with_shared(const nest *n) { return n->reason == DIAG_leaves_nest && n->ends.n_ends; }

bool plan_crosses(const nest *n)
{
	return n->reason == DIAG_crossing_dependence || n->reason == DIAG_scalar_after ||
	       n->reason == DIAG_replicated_after || ends_with_shared(n);
}

// Whether all that is split in the loop are pipelines: of the loop as one, each strip has more iterations, and its
// message more elements.
static bool holds_pipelines_only(const graph *g, const prog_stmt *s, int tasks_before)
{
	bool any = false;
	for (int k = tasks_before; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		if (t->is_alternative || graph_depth_within(t, s) == 0) continue;
		if (t->kind != TASK_SPLIT || !task_is_pipeline(t)) return false;
		any = true;
	}
	return any;
}

// A loop in which values cross, of which `n` is the nest, is run in turns where nothing in it is split otherwise, or no
// more than what is not. Each process runs all its iterations at once then, and what crosses is sent once.
bool plan_in_turns(planner *p, prog_stmt *s, const nest *n, plan_progress before)
{
	graph *g = p->g;
	int poor, parallel = plan_depth_in_parallel(g, s, before.tasks, &poor);
	const bool pipelines = holds_pipelines_only(g, s, before.tasks);
	if (!plan_crosses(n) || ends_with_shared(n) || s->kind != PROG_STMT_FOR) return false;
	if (parallel && parallel > poor && !pipelines) return false;
	nest *again = nest_build(g->facts, g->ctx, s);
	partition *split = partition_in_turns(g->facts, again);
	const bool better = !parallel || (pipelines ? split && split->strip_axis >= 0
	                                            : split && (split->turns_by_iteration || split->few_wait));
	if (!split || !better) {
		partition_free(split);
		nest_free(again);
		return false;
	}
	plan_take_back(p, before);
	again->reason = n->reason;
	again->reason_loc = n->reason_loc;
	again->reason_text = n->reason_text;
	plan_add_split(p, again, split, false);
	return true;
}

// A loop over a few components, in which pipelines cost less than slices of all of them do.
static bool has_few_iterations(const nest *n)
{
	for (int k = 0; k < n->n_stmts; k++)
		if (nest_has_few_iterations(&n->stmts[k], 0)) return true;
	return false;
}

static bool waits_its_turn(const task *t, bool is_short)
{
	return t->kind == TASK_SPLIT && t->split->turn_way && !(is_short && task_is_pipeline(t));
}

// Whether nothing in the loop is split but for nests that run in turns in each of its iterations, on a part of an array
// that it chooses: all is brought to all at once instead.
static bool turns_in_slices(const graph *g, const prog_stmt *s, bool is_short, int tasks_before)
{
	int poor;
	bool slices = false;
	if (plan_depth_in_parallel(g, s, tasks_before, &poor)) return false;
	for (int k = tasks_before; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		for (int j = 0; waits_its_turn(t, is_short) && j < t->nest->n_params; j++)
			slices |= plan_mentions(s, t->nest->params[j].text);
	}
	return slices;
}

// Whether nothing in the loop is split but for sums over a few rows in each of its iterations, or was before all came
// to run these.
bool plan_combines_windows(const graph *g, int tasks_before)
{
	bool any = false;
	for (int k = tasks_before; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		if (t->is_alternative) continue;
		if (!gathering_is_window(t) && !t->windows) return false;
		any = true;
	}
	return any;
}

// Whether iterations that set slices of their own wait for all processes each, for what these have computed of arrays
// without a mapping, or for their turn in a part of the array: where no more work is split otherwise, to bring all
// slices to all at once takes no more bytes.
bool plan_waits_for_slices(const graph *g, const prog_stmt *s, const nest *n, int tasks_before)
{
	const bool is_short = has_few_iterations(n);
	if (turns_in_slices(g, s, is_short, tasks_before)) return true;
	if (!plan_crosses(n) || !slices_are_set(n)) return false;
	int waits = 0, goes_on = 0;
	for (int k = tasks_before; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		if (t->kind != TASK_SPLIT || t->is_alternative) continue;
		bool wait = plan_puts_together(t) || waits_its_turn(t, is_short), chosen = false;
		for (int j = 0; wait && j < t->nest->n_params; j++) chosen |= plan_mentions(s, t->nest->params[j].text);
		int depth = graph_depth_within(t, s), *most = wait ? &waits : &goes_on;
		if (depth > *most && (chosen || !wait)) *most = depth;
	}
	return waits > 0 && goes_on <= waits;
}

// Whether a loop around the nest chooses the part of its arrays that it works on: all of them would be moved for it.
static bool works_on_a_part(const nest *n)
{
	for (const prog_stmt *around = n->root->parent; around; around = around->parent)
		for (int k = 0; k < n->n_params && stmt_is_loop(around); k++)
			if (plan_mentions(around, n->params[k].text)) return true;
	return false;
}

// Whether a process needs of each other one what that owns of the array: its columns, where rows are split.
static bool is_brought_across(const task *t, const task_arg *a)
{
	const nest_object *o = &t->nest->objects[a->object];
	for (int k = 0; k < a->n_need; k++) {
		bool limited = false;
		for (int d = 0; d < o->rank && !limited; d++) {
			if (!object_dim_may_be_split(o, d)) continue;
			isl_set *one = isl_set_project_out(
			        isl_set_copy(a->need[k]), isl_dim_set, (unsigned)d + 1, (unsigned)(o->rank - d - 1));
			one = isl_set_project_out(one, isl_dim_set, 0, (unsigned)d);
			// Whether there is any need at all hangs on what is owned, too.
			one = isl_set_gist_params(one, isl_set_params(isl_set_copy(one)));
			limited = own_bounds_decide(one);
			isl_set_free(one);
		}
		if (!limited) return true;
	}
	return a->read_all;
}

// How many arrays go from all processes to all for the task.
static int arrays_moved(const task *t)
{
	int n = 0;
	for (int k = 0; k < t->n_args; k++) {
		const nest_object *o = &t->nest->objects[t->args[k].object];
		if (!object_is_distributed(o)) continue;
		if (o->sliced) n += o->overwritten ? 1 : 2;
		n += is_brought_across(t, &t->args[k]);
	}
	return n;
}

// A loop whose iterations have slices of what they set to themselves, across what is split: while it runs these arrays
// are split along the slices.
static bool plan_in_slices_below(planner *p, prog_stmt *s, plan_progress before, int most)
{
	graph *g = p->g;
	nest *n = nest_build(g->facts, g->ctx, s);
	partition *split = !works_on_a_part(n) && slices_choose(n) ? partition_nest(g->facts, n) : NULL;
	if (!split || split->turn_way) {
		if (split) partition_free(split);
		nest_free(n);
		return false;
	}
	if (split->goes_back && split->end_is_seen) slices_bring_all(n);
	n->remaps_few = most < INT_MAX;
	plan_add_split(p, n, split, false);
	task *t = g->tasks[--g->n_tasks];
	const bool taken = !gathering_is_done(t) && arrays_moved(t) <= most;
	if (taken)
		plan_take_back(p, before), g->tasks[g->n_tasks++] = t;
	else
		plan_free_task(t);
	return taken;
}

bool plan_in_slices(planner *p, prog_stmt *s, plan_progress before)
{
	return plan_in_slices_below(p, s, before, INT_MAX);
}

void plan_in_slices_of_work(planner *p, prog_stmt *s, plan_progress before)
{
	const task *t = p->g->tasks[p->g->n_tasks - 1];
	if (gathering_is_done(t) && losses_are_of_work(t)) plan_in_slices(p, s, before);
}

void plan_in_slices_instead(planner *p, prog_stmt *s, plan_progress before)
{
	const int moved = arrays_moved(p->g->tasks[p->g->n_tasks - 1]);
	if (moved > 0) plan_in_slices_below(p, s, before, moved - 1);
}
