// SPDX-License-Identifier: Apache-2.0
//
// Our own mapping: the starts, each refined on D; the best of them refined on T.
#include "mapping_parts.h"

#include <math.h>
#include <string.h>

typedef struct {
	const mapping_graph *g;
	const mapping_tree *t;
	const mapping_options *o;
	int *best;
	double time, distance; // of the best
	double most;           // that D may be
} choosing;

// Keeps a mapping that is better in T, or as good in T and better in D.
static void consider(choosing *c, const int *slot)
{
	double time = mapping_time(c->g, c->t, slot), distance = mapping_distance(c->g, c->t, slot);
	if (distance > c->most * (1 + 1e-9)) return;
	bool same = time >= c->time * (1 - 1e-12) && time <= c->time * (1 + 1e-12) && isfinite(c->time);
	if (same ? distance >= c->distance : time > c->time) return;
	c->time = time;
	c->distance = distance;
	memcpy(c->best, slot, sizeof(int) * (size_t)c->g->n);
}

enum { STARTS = 5 };

// Gives how many there are: what the caller brings is the first.
static int starts(const choosing *c, int **slot)
{
	int n = 0;
	n += c->o->start && c->o->start(c->g, c->t, slot[n]);
	n += mapping_tile(c->g, c->t, slot[n]);
	mapping_grow(c->g, c->t, slot[n++]);
	mapping_best_fit(c->g, c->t, 0.25, 0.75, slot[n++]);
	mapping_site_aware(c->g, c->t, slot[n++]);
	return n;
}

// Is everything sent by each process to each, alike, and computed at the same speed? Then all mappings cost the same.
static bool is_even(const mapping_arcs *a, int n)
{
	if (a->first[n] != n * (n - 1)) return false;
	for (int i = 1; i < a->first[n]; i++)
		if (a->arc[i].messages != a->arc[0].messages || a->arc[i].bytes != a->arc[0].bytes) return false;
	return true;
}

static double speed_of(const mapping_tree *t, int slot) { return t->node[t->leaf[slot]].speed; }

static bool speeds_differ(const mapping_tree *t)
{
	for (int s = 1; s < t->n_slots; s++)
		if (speed_of(t, s) != speed_of(t, 0)) return true;
	return false;
}

static bool all_cost_the_same(const mapping_graph *g, const mapping_tree *t)
{
	if (g->n != t->n_slots || speeds_differ(t)) return false;
	for (int k = 0; k < g->n_phases; k++)
		if (!is_even(&g->phase[k].to, g->n)) return false;
	return true;
}

static int nearest(const choosing *c, int **slot, int n)
{
	int best = 0;
	double least = INFINITY;
	for (int i = 0; i < n; i++) {
		double distance = mapping_distance(c->g, c->t, slot[i]);
		if (distance < least) best = i, least = distance;
	}
	return best;
}

static void refine(choosing *c, int **slot, int n, long effort)
{
	enum { SPARSE = 20 };
	// Where few swaps are all that the effort allows, they are left to the best start.
	bool is_sparse = c->g->sum.first[c->g->n] < effort / SPARSE;
	for (int i = 0; i < n; i++) {
		consider(c, slot[i]);
		if (!is_sparse) continue;
		mapping_refine_levels(c->g, c->t, effort / 6, slot[i]);
		mapping_refine_groups(c->g, c->t, effort / 12, slot[i]);
		mapping_refine_distance(c->g, c->t, effort / 6, slot[i]);
		consider(c, slot[i]);
	}
	int *near = slot[nearest(c, slot, n)];
	mapping_refine_distance(c->g, c->t, effort, near);
	consider(c, near);
	mapping_refine_time(c->g, c->t, effort, c->most, near);
	consider(c, near);
	memcpy(near, c->best, sizeof(int) * (size_t)c->g->n);
	mapping_refine_time(c->g, c->t, effort, c->most, near);
	consider(c, near);
}

// Small machines want less.
static long effort_for(const mapping_tree *t, const mapping_options *o)
{
	enum { FULL = 1024, LEAST = 256 };
	long slots = t->n_slots < LEAST ? LEAST : t->n_slots > FULL ? FULL : t->n_slots;
	return o->effort / FULL * slots;
}

// Branch and bound finds for some more processes than few, too, what swaps do not lead to: there it has a limit.
enum { BRANCHED = 24 };

static void branch(choosing *c, int *slot, bool few)
{
	enum { STEPS = 2000000, ARCS = 40000000 };
	int arcs = c->g->n + c->g->sum.first[c->g->n];
	for (int k = 0; k < c->g->n_phases; k++) arcs += c->g->phase[k].to.first[c->g->n];
	memcpy(slot, c->best, sizeof(int) * (size_t)c->g->n);
	mapping_exact(c->g, c->t, few ? STEPS : ARCS / arcs, slot);
	consider(c, slot);
}

// ---- slots of other speeds ----------------------------------------------------------------------

// How long slow processors are at what they send and receive, in all: others wait for that, which T does not say.
static double slowness(const mapping_graph *g, const mapping_tree *t, const int *slot)
{
	double sum = 0;
	for (int p = 0; p < g->n; p++)
		for (int i = g->sum.first[p]; i < g->sum.first[p + 1]; i++) {
			const mapping_arc *a = &g->sum.arc[i];
			const mapping_node *meet = &t->node[mapping_meet(t, slot[p], slot[a->peer])];
			sum += mapping_seconds(meet, a) / speed_of(t, slot[p]);
		}
	return sum;
}

// The best mapping so far, and what others may cost that are as good.
typedef struct {
	double time, distance, slowness;
} least_cost;

// Takes the mapping if it costs no more, and has the fast slots where there is most to send.
static bool prefer(choosing *c, least_cost *l, const int *slot)
{
	const double slow = slowness(c->g, c->t, slot);
	if (slow >= l->slowness * (1 - 1e-9) || mapping_time(c->g, c->t, slot) > l->time ||
	        mapping_distance(c->g, c->t, slot) > l->distance)
		return false;
	l->slowness = slow;
	memcpy(c->best, slot, sizeof(int) * (size_t)c->g->n);
	return true;
}

// Swaps of two processes, as long as one is preferred.
static void swap_for_speed(choosing *c, least_cost *l, int *slot)
{
	for (bool better = true; better;) {
		better = false;
		for (int p = 0; p < c->g->n; p++)
			for (int q = 0; q < p; q++) {
				if (speed_of(c->t, c->best[p]) == speed_of(c->t, c->best[q])) continue;
				memcpy(slot, c->best, sizeof(int) * (size_t)c->g->n);
				slot[p] = c->best[q], slot[q] = c->best[p];
				better = prefer(c, l, slot) || better;
			}
	}
}

// Of mappings whose costs differ by less than what is known of them, and that cost no more than the start: the one
// that has fast slots where there is most to send. There is room for two mappings.
static void choose_by_speed(choosing *c, int *room)
{
	enum { FEW = 32 }; // each swap costs as much as all of T
	static const double same_time = 1e-3, same_distance = 1e-2;
	int *const start = room, *const slot = room + c->g->n;
	if (c->g->n > FEW || !speeds_differ(c->t)) return;
	least_cost l = {.time = c->time * (1 + same_time),
	        .distance = fmin(c->distance * (1 + same_distance), fmax(c->distance, c->most)),
	        .slowness = slowness(c->g, c->t, c->best)};
	if (c->o->start && c->o->start(c->g, c->t, start)) {
		l.time = fmin(l.time, fmax(c->time, mapping_time(c->g, c->t, start)));
		prefer(c, &l, start);
	}
	swap_for_speed(c, &l, slot);
}

// ---- all of it ----------------------------------------------------------------------------------

void mapping_default(const mapping_graph *g, const mapping_tree *t, const mapping_options *o, int *slot)
{
	if (all_cost_the_same(g, t)) {
		mapping_site_aware(g, t, slot);
		return;
	}
	choosing c = {.g = g, .t = t, .o = o, .best = slot, .time = INFINITY, .most = INFINITY};
	int *room = mapping_alloc((size_t)g->n * STARTS, sizeof(int)), *start[STARTS];
	for (int i = 0; i < STARTS; i++) start[i] = room + i * g->n;
	int n = starts(&c, start);
	bool few = g->n <= o->exact;
	if (o->start && o->bound && g->n > BRANCHED) c.most = mapping_distance(g, t, start[0]);
	refine(&c, start, n, effort_for(t, o));
	if (o->exact && g->n <= BRANCHED) branch(&c, start[0], few);
	if (!few) choose_by_speed(&c, room);
	free(room);
}
