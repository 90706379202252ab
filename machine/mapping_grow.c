// SPDX-License-Identifier: Apache-2.0
//
// A start by hierarchical growing: from the root down, each child gets a group of processes, which is grown from one at
// the edge of what is left.
#include "mapping_parts.h"

typedef struct {
	const mapping_graph *g;
	const mapping_tree *t;
	mapping_metric metric;
	int *slot;
	double *inside, *drawn; // of each process: its weight to what is left and the group; to the group
	int *owner;             // the node whose group a process belongs to
} growing;

// Its edges count where they end in the same node's group.
static void weigh(growing *w, const int *list, int n, int node)
{
	for (int i = 0; i < n; i++) {
		int p = list[i];
		w->inside[p] = w->drawn[p] = 0;
		for (int k = w->g->sum.first[p]; k < w->g->sum.first[p + 1]; k++) {
			const mapping_arc *a = &w->g->sum.arc[k];
			if (w->owner[a->peer] == node) w->inside[p] += mapping_weight(&w->metric, a);
		}
	}
}

// The process that the group gains most by, first of equals: it moves to the end of the list.
static int pick(growing *w, int *list, int n)
{
	int best = 0;
	for (int i = 1; i < n; i++) {
		double gain = 2 * w->drawn[list[i]] - w->inside[list[i]];
		double most = 2 * w->drawn[list[best]] - w->inside[list[best]];
		if (gain > most || (gain == most && list[i] < list[best])) best = i;
	}
	int p = list[best];
	list[best] = list[n - 1];
	list[n - 1] = p;
	return p;
}

// Moves `size` of the n processes that node owns to the end of the list: they are owned by child.
static void grow_group(growing *w, int *list, int n, int size, int node, int child)
{
	weigh(w, list, n, node);
	for (int k = 0; k < size; k++) {
		int p = pick(w, list, n - k);
		w->owner[p] = child;
		for (int i = w->g->sum.first[p]; i < w->g->sum.first[p + 1]; i++) {
			const mapping_arc *a = &w->g->sum.arc[i];
			if (w->owner[a->peer] == node) w->drawn[a->peer] += mapping_weight(&w->metric, a);
		}
	}
}

static int size_of(const mapping_tree *t, int v) { return t->node[v].end - t->node[v].first; }

// The next child to be filled: the smallest one that holds all n processes, or else the largest.
static int next_child(const mapping_tree *t, const bool *filled, int node, int n)
{
	int fits = -1, largest = -1;
	for (int v = node + 1; v < t->n_nodes && t->node[v].depth > t->node[node].depth; v++) {
		if (t->node[v].parent != node || filled[v]) continue;
		int size = size_of(t, v);
		if (size >= n && (fits < 0 || size < size_of(t, fits))) fits = v;
		if (largest < 0 || size > size_of(t, largest)) largest = v;
	}
	return fits >= 0 ? fits : largest;
}

static void grow(growing *w, bool *filled, int node, int *list, int n)
{
	if (size_of(w->t, node) == 1) {
		if (n) w->slot[list[0]] = w->t->node[node].first;
		return;
	}
	while (n > 0) {
		int child = next_child(w->t, filled, node, n), size = size_of(w->t, child);
		if (size > n) size = n;
		filled[child] = true;
		grow_group(w, list, n, size, node, child);
		n -= size;
		grow(w, filled, child, list + n, size);
	}
}

void mapping_grow(const mapping_graph *g, const mapping_tree *t, int *slot)
{
	size_t n = (size_t)g->n;
	growing w = {g, t, mapping_metric_of(g, t), slot, mapping_alloc(n, sizeof(double)),
	        mapping_alloc(n, sizeof(double)), mapping_alloc(n, sizeof(int))};
	int *list = mapping_alloc(n, sizeof(int));
	bool *filled = mapping_alloc((size_t)t->n_nodes, sizeof(bool));
	for (int p = 0; p < g->n; p++) list[p] = p;
	grow(&w, filled, 0, list, g->n);
	free(filled);
	free(list);
	free(w.inside);
	free(w.drawn);
	free(w.owner);
	free(w.metric.distance);
}
