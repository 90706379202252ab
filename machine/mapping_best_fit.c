// SPDX-License-Identifier: Apache-2.0
//
// The best-fit heuristic on a complete graph of slots, whose edges are sorted by M = a * NB + b * (1 - NL).
#include "mapping_parts.h"

typedef struct {
	int p, q;
	double volume;
} edge;

// Larger volumes first; equal ones in the processes' order.
static int by_volume(const void *a, const void *b)
{
	const edge *x = a, *y = b;
	if (x->volume != y->volume) return x->volume < y->volume ? 1 : -1;
	if (x->p != y->p) return x->p < y->p ? -1 : 1;
	return (x->q > y->q) - (x->q < y->q);
}

static edge *edges_of(const mapping_graph *g, int *n)
{
	edge *all = mapping_alloc((size_t)g->sum.first[g->n], sizeof(*all));
	*n = 0;
	for (int p = 0; p < g->n; p++)
		for (int i = g->sum.first[p]; i < g->sum.first[p + 1]; i++)
			if (g->sum.arc[i].peer > p) all[(*n)++] = (edge){p, g->sum.arc[i].peer, g->sum.arc[i].bytes};
	qsort(all, (size_t)*n, sizeof(*all), by_volume);
	return all;
}

// M of the slots that meet in each node.
static double *metric_of(const mapping_tree *t, double a, double b)
{
	double most_latency = 0, most_bandwidth = 0, *m = mapping_alloc((size_t)t->n_nodes, sizeof(double));
	for (int v = 0; v < t->n_nodes; v++) {
		const mapping_node *x = &t->node[v];
		if (x->latency > most_latency) most_latency = x->latency;
		if (x->bandwidth > most_bandwidth) most_bandwidth = x->bandwidth;
	}
	for (int v = 0; v < t->n_nodes; v++) {
		const mapping_node *x = &t->node[v];
		m[v] = a * x->bandwidth / most_bandwidth + b * (most_latency > 0 ? 1 - x->latency / most_latency : 1);
	}
	return m;
}

typedef struct {
	const mapping_tree *t;
	double *metric;
	bool *taken;
	int *by_metric; // inner nodes, best M first
	int at;         // nodes before this one have no two free slots that meet in them
} network;

static int first_free(const network *w, int from, int end)
{
	while (from < end && w->taken[from]) from++;
	return from;
}

// The first pair of free slots that meet in the node.
static bool free_pair(const network *w, int v, int *a, int *b)
{
	const mapping_node *x = &w->t->node[v];
	for (*a = first_free(w, x->first, x->end); *a < x->end; *a = first_free(w, *a + 1, x->end)) {
		// Slots below the same child as *a meet further down.
		int child = w->t->path[*a * w->t->levels + x->depth + 1];
		if (child < 0) continue;
		*b = first_free(w, w->t->node[child].end, x->end);
		if (*b < x->end) return true;
	}
	return false;
}

static bool best_pair(network *w, int n, int *a, int *b)
{
	while (w->at < n && !free_pair(w, w->by_metric[w->at], a, b)) w->at++;
	return w->at < n;
}

// The free slot of best M to the one given; of equal ones the first.
static int best_for(const network *w, int a)
{
	int best = -1;
	double most = 0;
	for (int b = first_free(w, 0, w->t->n_slots); b < w->t->n_slots; b = first_free(w, b + 1, w->t->n_slots)) {
		double m = w->metric[mapping_meet(w->t, a, b)];
		if (best < 0 || m > most) best = b, most = m;
	}
	return best;
}

static int *sorted_nodes(const mapping_tree *t, const double *metric, int *n)
{
	int *node = mapping_alloc((size_t)t->n_nodes, sizeof(int));
	*n = 0;
	for (int v = 0; v < t->n_nodes; v++) {
		if (t->node[v].end - t->node[v].first < 2) continue;
		int i = (*n)++;
		for (; i > 0 && metric[node[i - 1]] < metric[v]; i--) node[i] = node[i - 1];
		node[i] = v;
	}
	return node;
}

static void take(network *w, int *slot, int p, int s)
{
	slot[p] = s;
	w->taken[s] = true;
}

static void place_pair(network *w, int n, int *slot, const edge *e)
{
	int a = 0, b = 0;
	if (slot[e->p] >= 0 && slot[e->q] >= 0) return;
	if (slot[e->p] >= 0) {
		take(w, slot, e->q, best_for(w, slot[e->p]));
	} else if (slot[e->q] >= 0) {
		take(w, slot, e->p, best_for(w, slot[e->q]));
	} else if (best_pair(w, n, &a, &b)) {
		take(w, slot, e->p, a);
		take(w, slot, e->q, b);
	}
}

void mapping_best_fit(const mapping_graph *g, const mapping_tree *t, double a, double b, int *slot)
{
	network w = {.t = t, .metric = metric_of(t, a, b), .taken = mapping_alloc((size_t)t->n_slots, sizeof(bool))};
	int n_nodes, n_edges;
	w.by_metric = sorted_nodes(t, w.metric, &n_nodes);
	edge *all = edges_of(g, &n_edges);
	for (int p = 0; p < g->n; p++) slot[p] = -1;
	for (int i = 0; i < n_edges; i++) place_pair(&w, n_nodes, slot, &all[i]);
	mapping_fill(g, t, slot);
	free(all);
	free(w.by_metric);
	free(w.metric);
	free(w.taken);
}
