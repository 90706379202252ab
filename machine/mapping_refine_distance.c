// SPDX-License-Identifier: Apache-2.0
//
// Refining a mapping on D: swaps of two processes, by threshold accepting, and swaps of all that is below two nodes of
// one shape.
#include "mapping_parts.h"

#include <math.h>
#include <string.h>

// ---- which swaps --------------------------------------------------------------------------------

// A slot near another one: below one of the nodes above it, up to and without `meet`.
static int slot_near(const mapping_tree *t, int slot, int meet, mapping_dice *d)
{
	const int *path = t->path + slot * t->levels;
	int from = t->node[meet].depth + 1, to = t->node[t->leaf[slot]].depth;
	int v = to > from ? path[from + mapping_roll(d, to - from)] : meet;
	return t->node[v].first + mapping_roll(d, t->node[v].end - t->node[v].first);
}

mapping_swap mapping_propose_for(
        const mapping_graph *g, const mapping_tree *t, const mapping_full *f, mapping_dice *d, int p)
{
	int degree = p < g->n ? g->sum.first[p + 1] - g->sum.first[p] : 0;
	if (!degree) return (mapping_swap){p, f->at[mapping_roll(d, f->n)]};
	int peer = g->sum.arc[g->sum.first[p] + mapping_roll(d, degree)].peer;
	int meet = mapping_meet(t, f->slot[p], f->slot[peer]);
	return (mapping_swap){p, f->at[slot_near(t, f->slot[peer], meet, d)]};
}

mapping_swap mapping_propose(const mapping_graph *g, const mapping_tree *t, const mapping_full *f, mapping_dice *d)
{
	// Processes with many peers come more often: the other end of an arc.
	int p = g->sum.arc[mapping_roll(d, g->sum.first[g->n])].peer;
	return mapping_propose_for(g, t, f, d, p);
}

// ---- what a swap changes ------------------------------------------------------------------------

static double change_of(const mapping_graph *g, const mapping_tree *t, const mapping_metric *m, const mapping_full *f,
        int p, int to, int without)
{
	double change = 0;
	if (p >= g->n) return 0;
	for (int i = g->sum.first[p]; i < g->sum.first[p + 1]; i++) {
		const mapping_arc *a = &g->sum.arc[i];
		if (a->peer == without) continue;
		int slot = f->slot[a->peer];
		change += mapping_weight(m, a) *
		          (m->distance[mapping_meet(t, to, slot)] - m->distance[mapping_meet(t, f->slot[p], slot)]);
	}
	return change;
}

double mapping_swap_change(
        const mapping_graph *g, const mapping_tree *t, const mapping_metric *m, const mapping_full *f, mapping_swap s)
{
	return change_of(g, t, m, f, s.p, f->slot[s.q], s.q) + change_of(g, t, m, f, s.q, f->slot[s.p], s.p);
}

int mapping_degree(const mapping_graph *g, int p) { return p < g->n ? g->sum.first[p + 1] - g->sum.first[p] : 0; }

// ---- threshold accepting ------------------------------------------------------------------------

typedef struct {
	const mapping_graph *g;
	const mapping_tree *t;
	mapping_metric metric;
	mapping_full now;
	mapping_dice dice;
	int depth; // of the nodes whose distances count; -1: all
	double gained, most_gained;
	long effort;
} refining;

// Does the swap change a level's groups, and none of those above?
static bool is_at_depth(const refining *r, const mapping_swap *s)
{
	return r->t->node[mapping_meet(r->t, r->now.slot[s->p], r->now.slot[s->q])].depth == r->depth;
}

// What the swap adds to D; infinite where it is not wanted.
static double propose(refining *r, mapping_swap *s)
{
	*s = mapping_propose(r->g, r->t, &r->now, &r->dice);
	if (s->p == s->q) {
		r->effort--;
		return 0;
	}
	r->effort -= 4 + mapping_degree(r->g, s->p) + mapping_degree(r->g, s->q);
	if (r->depth >= 0 && !is_at_depth(r, s)) return INFINITY;
	return mapping_swap_change(r->g, r->t, &r->metric, &r->now, *s);
}

// The mean of what swaps change.
static double usual_change(refining *r)
{
	enum { SAMPLES = 256 };
	long until = r->effort - r->effort / 10;
	double sum = 0;
	int n = 0;
	mapping_swap s;
	while (n < SAMPLES && r->effort > until) {
		double change = fabs(propose(r, &s));
		if (isfinite(change)) sum += change;
		n++;
	}
	return sum / (n ? n : 1);
}

// The threshold falls to nothing with the effort that is left; what was best is kept.
static void run(refining *r, int *slot)
{
	double from = 0.3 * usual_change(r), all = (double)r->effort;
	while (r->effort > 0) {
		mapping_swap s;
		double left = (double)r->effort / all - 0.2, change = propose(r, &s);
		if (s.p == s.q || isinf(change) || change > (left > 0 ? from * left * left : 0)) continue;
		mapping_full_swap(&r->now, s.p, s.q);
		r->gained -= change;
		if (r->gained <= r->most_gained * (1 + 1e-9)) continue;
		r->most_gained = r->gained;
		memcpy(slot, r->now.slot, sizeof(int) * (size_t)r->g->n);
	}
}

static void refine(const mapping_graph *g, const mapping_tree *t, int depth, long effort, int *slot)
{
	if (!g->sum.first[g->n] || t->n_slots < 2) return;
	refining r = {.g = g,
	        .t = t,
	        .metric = mapping_metric_of(g, t),
	        .now = mapping_full_of(g, t, slot),
	        .dice = {88172645463325252ULL},
	        .depth = depth,
	        .effort = effort};
	for (int v = 0; v < t->n_nodes; v++)
		if (depth >= 0 && t->node[v].depth != depth) r.metric.distance[v] = 0;
	run(&r, slot);
	mapping_full_free(&r.now);
	free(r.metric.distance);
}

void mapping_refine_distance(const mapping_graph *g, const mapping_tree *t, long effort, int *slot)
{
	refine(g, t, -1, effort, slot);
}

void mapping_refine_levels(const mapping_graph *g, const mapping_tree *t, long effort, int *slot)
{
	int levels = t->levels - 2;
	for (int d = 0; d < levels; d++) refine(g, t, d, effort / levels, slot);
}

// ---- groups -------------------------------------------------------------------------------------

// What it changes to move all below node a to b: messages between the two, and among each, stay as long as they are.
static double change_of_group(refining *r, int a, int b)
{
	const mapping_tree *t = r->t;
	const mapping_node *from = &t->node[a], *to = &t->node[b];
	double change = 0;
	for (int s = from->first; s < from->end; s++) {
		int p = r->now.at[s];
		r->effort -= 1 + mapping_degree(r->g, p);
		if (p >= r->g->n) continue;
		for (int i = r->g->sum.first[p]; i < r->g->sum.first[p + 1]; i++) {
			int other = r->now.slot[r->g->sum.arc[i].peer];
			if ((other >= from->first && other < from->end) || (other >= to->first && other < to->end))
				continue;
			change += mapping_weight(&r->metric, &r->g->sum.arc[i]) *
			          (r->metric.distance[mapping_meet(t, to->first, other)] -
			                  r->metric.distance[mapping_meet(t, from->first, other)]);
		}
	}
	return change;
}

static bool swap_groups(refining *r, int a, int b)
{
	const mapping_tree *t = r->t;
	if (t->node[a].shape != t->node[b].shape || t->node[a].parent == t->node[b].parent) return false;
	double change = change_of_group(r, a, b) + change_of_group(r, b, a);
	if (change >= 0 || -change < 1e-9 * r->most_gained) return false;
	for (int i = 0; i < t->node[a].end - t->node[a].first; i++)
		mapping_full_swap(&r->now, r->now.at[t->node[a].first + i], r->now.at[t->node[b].first + i]);
	return true;
}

static bool swap_all_groups(refining *r)
{
	bool any = false;
	for (int a = 1; a < r->t->n_nodes; a++)
		for (int b = a + 1; b < r->t->n_nodes && r->effort > 0; b++)
			if (r->t->node[a].end - r->t->node[a].first > 1) any |= swap_groups(r, a, b);
	return any;
}

void mapping_refine_groups(const mapping_graph *g, const mapping_tree *t, long effort, int *slot)
{
	refining r = {.g = g,
	        .t = t,
	        .metric = mapping_metric_of(g, t),
	        .now = mapping_full_of(g, t, slot),
	        .effort = effort,
	        .most_gained = mapping_distance(g, t, slot)};
	while (r.effort > 0 && swap_all_groups(&r)) continue;
	memcpy(slot, r.now.slot, sizeof(int) * (size_t)g->n);
	mapping_full_free(&r.now);
	free(r.metric.distance);
}
