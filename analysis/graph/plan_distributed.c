// SPDX-License-Identifier: Apache-2.0
//
// Loop distribution: a loop becomes several, each of a part of its body, where these are split better than it is.
#include "gathering.h"
#include "planner.h"

// Whether the task is sent something in each iteration of the loop around it, for the elements that this one chooses.
static bool is_sent_each_time(const task *t, const prog_stmt *around)
{
	if (t->kind != TASK_SPLIT || t->nest->root == around || !plan_exchanges(t)) return false;
	for (int k = 0; k < t->nest->n_params; k++)
		if (plan_mentions(around, t->nest->params[k].text)) return true;
	return false;
}

// Whether some of what was planned since then runs on all processes, or on one after the other; or messages are sent
// between parts of a loop, or sums are made, in each iteration of one around it, which might be a part itself.
static bool is_poor(const planner *p, const prog_stmt *s, plan_progress since)
{
	bool poor = p->n_warnings > since.warnings || p->g->n_distributed > since.distributed;
	for (int k = since.tasks; k < p->g->n_tasks; k++) {
		const task *t = p->g->tasks[k];
		poor |= (t->slow || t->serial || plan_adds_up(t) || is_sent_each_time(t, s) ||
		                partition_unlike(t->nest)) &&
		        !t->is_alternative;
	}
	return poor;
}

// What a part may cost, beside being split.
typedef struct part_costs {
	bool turns;      // one process after the other: little beside what is split;
	bool long_turns; // of as much
	bool gathers;    // a mapped array goes to all
	bool shows;      // all processes run it in its order, and it only shows what it reads
	bool remaps;     // a mapped array is split along slices meanwhile
} part_costs;

static distribution *divide(planner *p, prog_stmt *s, part_costs may);

// Whether the last part, a loop among other statements, is planned as parts of its own, instead of what was planned of
// it, which is taken back in any case.
static bool plan_parts_of_last(planner *p, distribution *d, int to, part_costs may, plan_progress before)
{
	plan_take_back(p, before);
	distribution *inner = divide(p, d->part[d->n_parts - 1].loop, may);
	if (inner && distribution_take_parts(d, inner, to)) return true;
	if (!inner) return false;
	plan_take_back(p, before);
	distribution_restore(inner);
	distribution_free(inner);
	return false;
}

// Whether the next part can end before statement `to`, and is split then, or has nothing to do with what is mapped.
// `*waits`: it would, if it may cost turns.
static bool plan_part(planner *p, distribution *d, int from, int to, part_costs may, bool *waits)
{
	plan_progress before = plan_progress_of(p);
	*waits = false;
	if (d->n_parts == DISTRIBUTION_MOST_PARTS || (to < d->n_statements ? !d->legal[to] : from == 0)) return false;
	distribution_take(d, from, to);
	prog_stmt *loop = d->part[d->n_parts - 1].loop;
	plan_whole_loop(p, loop);
	int n = p->g->n_tasks - before.tasks;
	const task *t = n == 1 ? p->g->tasks[before.tasks] : NULL;
	*waits = t && t->kind == TASK_SPLIT && (may.gathers || !gathering_is_done(t)) &&
	         (may.remaps || !t->nest->remaps_before) && t->nest->root == loop;
	if (*waits && (may.turns || !t->serial)) return true;
	if (may.shows && t && t->kind == TASK_SECTION && !t->slow && t->nest->root == loop) return true;
	if (!plan_is_expected_mapped(p->g, loop)) return true;
	const bool is_loop = to == from + 1 && d->statement[from]->kind == PROG_STMT_FOR;
	if (is_loop && plan_parts_of_last(p, d, to, may, before)) return true;
	plan_take_back(p, before);
	distribution_drop(d);
	return false;
}

// As few parts as possible, each of which is split, or small beside others; NULL: there are none, and nothing is
// changed. Else the unit is as if the source had the parts (distribution_restore).
// `may`: what a part may cost where the loop as a whole is not better.
static distribution *divide(planner *p, prog_stmt *s, part_costs may)
{
	graph *g = p->g;
	plan_progress before = plan_progress_of(p);
	distribution *d = distribution_of(g->facts, g->ctx, s);
	if (!d) return NULL;
	int from = 0, to;
	bool quiet = p->quiet;
	p->quiet = true;
	for (; from < d->n_statements; from = to) {
		part_costs costs = {.gathers = may.gathers, .remaps = may.remaps, .shows = may.shows};
		bool waits;
		int longest = from; // of the parts that wait
		for (to = d->n_statements; to > from && !plan_part(p, d, from, to, costs, &waits); to--)
			if (waits && longest == from) longest = to;
		if (to == from && may.turns && longest > from && plan_part(p, d, from, longest, may, &waits))
			to = longest;
		if (to == from) break;
	}
	p->quiet = quiet;
	d->long_turns = !plan_turns_are_small(g, before.tasks);
	if (from == d->n_statements && (!d->long_turns || may.long_turns)) return d;
	plan_take_back(p, before);
	distribution_restore(d);
	distribution_free(d);
	return NULL;
}

// The loop in parts; NULL: there are none.
static distribution *distribute(planner *p, prog_stmt *s, part_costs may)
{
	graph *g = p->g;
	const plan_progress before = plan_progress_of(p);
	const bool quiet = p->quiet;
	distribution *d = divide(p, s, may);
	if (!d) return NULL;
	distribution_restore(d);
	g->n_loops = before.loops;
	p->n_warnings = before.warnings;
	for (int k = before.tasks; k < g->n_tasks; k++)
		g->tasks[k]->quiet = quiet || !plan_is_nest_expected_mapped(g, g->tasks[k]->nest);
	return d;
}

// Whether something in the loop is run by all, or by one after the other.
static bool loses(const graph *g, plan_progress since)
{
	for (int k = since.tasks; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		bool told = t->slow || t->serial || t->works_in_parts || partition_unlike(t->nest);
		if (told && !t->is_alternative) return true;
	}
	return false;
}

// A loop on arrays whose extents differ, which nothing better is found for: it is split, or run in turns, where their
// blocks are the same.
static bool plan_if_alike(planner *p, prog_stmt *s, const plan_result *r, plan_progress before)
{
	graph *g = p->g;
	for (int in_turns = 0; in_turns < 2; in_turns++) {
		nest *n = nest_build(g->facts, g->ctx, s);
		partition *split = partition_if_alike(g->facts, n, in_turns);
		if (split) {
			plan_take_back(p, before);
			n->reason = r->reason, n->reason_loc = r->reason_loc, n->reason_text = r->reason_text;
			plan_add_split(p, n, split, false);
			return true;
		}
		nest_free(n);
	}
	return false;
}

// Whether all processes run the loop because it also puts something out, though it does not do that alone: as a whole,
// around parts of what is in it, or around what one of them runs in each iteration.
static bool shows_what_it_computes(const graph *g, const prog_stmt *s, const plan_result *r, plan_progress before)
{
	const task *t = g->n_tasks == before.tasks + 1 ? g->tasks[before.tasks] : NULL;
	int poor;
	if (r->reason != DIAG_impure_call || g->n_tasks == before.tasks) return false;
	if (t && t->kind == TASK_SECTION && t->nest->root == s) return t->slow;
	return g->n_distributed > before.distributed || plan_depth_in_parallel(g, s, before.tasks, &poor) == 0;
}

plan_result plan_loop(planner *p, prog_stmt *s)
{
	graph *g = p->g;
	plan_progress before = plan_progress_of(p);
	plan_result r = plan_whole_loop(p, s);
	int whole = g->n_tasks;
	bool is_split = whole == before.tasks + 1 && g->tasks[before.tasks]->nest->root == s;
	distribution *d = NULL;
	int poor;
	if (r.crosses && is_poor(p, s, before) && plan_is_rewritable(s))
		// Where one process alone runs each iteration as it is, and others wait, turns cost less.
		d = distribute(p, s,
		        (part_costs){.turns = true,
		                .long_turns = plan_depth_in_parallel(g, s, before.tasks, &poor) == 0,
		                .gathers = true,
		                .remaps = true});
	else if (is_split && plan_is_rewritable(s) && gathering_is_done(g->tasks[before.tasks]))
		// Statements that all run on what is gathered may do without in loops of their own.
		d = distribute(p, s, (part_costs){.remaps = true});
	else if (is_split && plan_is_rewritable(s) && g->tasks[before.tasks]->nest->remaps_before)
		d = distribute(p, s, (part_costs){0});
	else if (plan_is_rewritable(s) && shows_what_it_computes(g, s, &r, before))
		d = distribute(p, s, (part_costs){.remaps = true, .shows = true});
	if (!d && r.differs && loses(g, before) && plan_if_alike(p, s, &r, before)) r.split = 1, r.warned = false;
	if (!d) return r;
	// What the loop is if what the distribution assumes does not hold.
	for (int k = before.tasks; k < whole; k++) g->tasks[k]->is_alternative = g->tasks[k]->quiet = true;
	for (int k = before.distributed; k < g->n_distributed; k++) g->distributed[k]->is_alternative = true;
	g->n_loops = before.loops;
	p->n_warnings = before.warnings;
	g->distributed =
	        prog_grow(g->unit, g->distributed, g->n_distributed, &p->room_distributed, sizeof *g->distributed);
	g->distributed[g->n_distributed++] = d;
	r.split = d->n_parts;
	r.warned = false;
	return r;
}
