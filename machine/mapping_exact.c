// SPDX-License-Identifier: Apache-2.0
//
// The best mapping of few processes: branch and bound over slots that are not alike. A partial mapping is left as soon
// as what is sure of its T and D is no better than the best complete one: messages between processes that have slots
// count as they are, all others as over the machine's best latency and bandwidth.
#include "mapping_parts.h"

#include <string.h>

typedef struct {
	const mapping_graph *g;
	const mapping_tree *t;
	mapping_metric metric;
	double latency, bandwidth, distance, speed; // the best that the machine has
	int *order, *slot, *best, *used;            // used: taken slots below each node
	double time_best, distance_best;
	double *load; // seconds of processes sending and receiving, of nodes' links up and down
	long steps;
} search;

// Sums in another order differ in their last bits.
static bool is_less(double a, double b) { return a < b * (1 - 1e-12); }

static bool is_better(double time, double distance, double than_time, double than_distance)
{
	return is_less(time, than_time) || (!is_less(than_time, time) && is_less(distance, than_distance));
}

// ---- what is sure -------------------------------------------------------------------------------

static void sure_side(const mapping_tree *t, double *load, int slot, int meet, double bytes)
{
	for (int v = t->leaf[slot]; v != meet; v = t->node[v].parent) {
		if (!(t->node[v].uplink > 0) || !(bytes > 0)) continue;
		if (load[v] == 0) load[v] = mapping_link_latency(t, v);
		load[v] += bytes / t->node[v].uplink;
	}
}

static void sure_links(search *s, int from, int to, int meet, double bytes)
{
	double *up = s->load + 2 * s->g->n, *down = up + s->t->n_nodes;
	sure_side(s->t, up, from, meet, bytes);
	sure_side(s->t, down, to, meet, bytes);
}

static void sure_message(search *s, int from, const mapping_arc *a)
{
	double latency = s->latency, bandwidth = s->bandwidth;
	int x = s->slot[from], y = s->slot[a->peer];
	if (x >= 0 && y >= 0) {
		int meet = mapping_meet(s->t, x, y);
		latency = s->t->node[meet].latency;
		bandwidth = s->t->node[meet].bandwidth;
		sure_links(s, x, y, meet, a->bytes);
	}
	double seconds = a->messages * latency + a->bytes / bandwidth;
	s->load[from] += seconds;
	s->load[s->g->n + a->peer] += seconds;
}

static double sure_phase(search *s, const mapping_phase *k)
{
	int n = s->g->n, all = 2 * (n + s->t->n_nodes);
	memset(s->load, 0, sizeof(double) * (size_t)all);
	for (int p = 0; p < n; p++) {
		double speed = s->slot[p] >= 0 ? s->t->node[s->t->leaf[s->slot[p]]].speed : s->speed;
		double work = k->work ? k->work[p] / speed : 0;
		s->load[p] += work;
		s->load[n + p] += work;
		for (int i = k->to.first[p]; i < k->to.first[p + 1]; i++) sure_message(s, p, &k->to.arc[i]);
	}
	double most = 0;
	for (int i = 0; i < all; i++)
		if (s->load[i] > most) most = s->load[i];
	return most;
}

static double sure_time(search *s)
{
	double sum = 0;
	for (int k = 0; k < s->g->n_phases; k++) sum += s->g->phase[k].count * sure_phase(s, &s->g->phase[k]);
	return sum;
}

static double sure_distance(const search *s)
{
	double sum = 0;
	for (int p = 0; p < s->g->n; p++)
		for (int i = s->g->sum.first[p]; i < s->g->sum.first[p + 1]; i++) {
			const mapping_arc *a = &s->g->sum.arc[i];
			if (a->peer < p) continue;
			int x = s->slot[p], y = s->slot[a->peer];
			double d = x >= 0 && y >= 0 ? s->metric.distance[mapping_meet(s->t, x, y)] : s->distance;
			sum += mapping_weight(&s->metric, a) * d;
		}
	return sum;
}

// ---- the search ---------------------------------------------------------------------------------

static void place(search *s, int depth);

static void use(search *s, int slot, int by)
{
	for (int v = s->t->leaf[slot]; v >= 0; v = s->t->node[v].parent) s->used[v] += by;
}

static void try_slot(search *s, int depth, int slot)
{
	s->slot[s->order[depth]] = slot;
	use(s, slot, 1);
	s->steps--;
	double time = sure_time(s), distance = sure_distance(s);
	if (is_better(time, distance, s->time_best, s->distance_best)) place(s, depth + 1);
	use(s, slot, -1);
	s->slot[s->order[depth]] = -1;
}

// Is there a node before v, below the same parent, that is like it, and is nothing used below either? Shapes say that
// they are alike.
static bool is_repeated(const search *s, int v)
{
	const mapping_node *node = s->t->node;
	if (s->used[v]) return false;
	for (int u = node[v].parent + 1; u < v; u++)
		if (node[u].parent == node[v].parent && node[u].shape == node[v].shape && !s->used[u]) return true;
	return false;
}

static void try_below(search *s, int depth, int v)
{
	const mapping_node *node = s->t->node;
	if (node[v].speed > 0) {
		if (!s->used[v]) try_slot(s, depth, node[v].first);
		return;
	}
	for (int u = v + 1; u < s->t->n_nodes && node[u].depth > node[v].depth && s->steps > 0; u++)
		if (node[u].parent == v && !is_repeated(s, u)) try_below(s, depth, u);
}

static void place(search *s, int depth)
{
	if (s->steps <= 0) return;
	if (depth < s->g->n) {
		try_below(s, depth, 0);
		return;
	}
	s->time_best = mapping_time(s->g, s->t, s->slot);
	s->distance_best = mapping_distance(s->g, s->t, s->slot);
	memcpy(s->best, s->slot, sizeof(int) * (size_t)s->g->n);
}

// ---- its beginning ------------------------------------------------------------------------------

static void best_of_machine(search *s)
{
	bool first = true;
	for (int v = 0; v < s->t->n_nodes; v++) {
		const mapping_node *x = &s->t->node[v];
		if (x->speed > s->speed) s->speed = x->speed;
		if (x->end - x->first < 2) continue;
		if (first || x->latency < s->latency) s->latency = x->latency;
		if (first || x->bandwidth > s->bandwidth) s->bandwidth = x->bandwidth;
		if (first || s->metric.distance[v] < s->distance) s->distance = s->metric.distance[v];
		first = false;
	}
	if (first) s->bandwidth = 1;
}

// The process that sends and receives most with those before it, or else in all.
static int next_process(const search *s, const bool *done)
{
	int best = -1;
	double most_near = 0, most = 0;
	for (int p = 0; p < s->g->n; p++) {
		if (done[p]) continue;
		double near = 0, all = 0;
		for (int i = s->g->sum.first[p]; i < s->g->sum.first[p + 1]; i++) {
			double w = mapping_weight(&s->metric, &s->g->sum.arc[i]);
			all += w;
			if (done[s->g->sum.arc[i].peer]) near += w;
		}
		if (best >= 0 && (near < most_near || (near == most_near && all <= most))) continue;
		best = p, most_near = near, most = all;
	}
	return best;
}

static void order_processes(search *s)
{
	bool *done = mapping_alloc((size_t)s->g->n, sizeof(bool));
	for (int i = 0; i < s->g->n; i++) {
		s->order[i] = next_process(s, done);
		done[s->order[i]] = true;
		s->slot[i] = -1;
	}
	free(done);
}

bool mapping_exact(const mapping_graph *g, const mapping_tree *t, long steps, int *slot)
{
	size_t n = (size_t)g->n, nodes = (size_t)t->n_nodes;
	search s = {.g = g, .t = t, .metric = mapping_metric_of(g, t), .best = slot, .steps = steps};
	s.order = mapping_alloc(2 * n + nodes, sizeof(int));
	s.slot = s.order + n;
	s.used = s.slot + n;
	s.load = mapping_alloc(2 * (n + nodes), sizeof(double));
	s.time_best = mapping_time(g, t, slot);
	s.distance_best = mapping_distance(g, t, slot);
	best_of_machine(&s);
	order_processes(&s);
	place(&s, 0);
	free(s.load);
	free(s.order);
	free(s.metric.distance);
	return s.steps > 0;
}
