// SPDX-License-Identifier: Apache-2.0
//
// A start by boxes. Programs number their processes along lattices. Every lattice of up to three dimensions that has as
// many points as there are processes is tried: the machine's nodes become boxes of boxes of it, cut where least is
// sent. Nothing is assumed of the graph: the mapping of least D is kept.
#include "mapping_parts.h"

#include <string.h>

enum { DIMENSIONS = 3, LEVELS = 8 };

typedef struct {
	int length[DIMENSIONS];
	double weight[DIMENSIONS];     // of what is sent along each dimension only
	int parts[LEVELS][DIMENSIONS]; // into how many a box of the level above is cut
} lattice;

// The children of each node at each depth, where all nodes of one depth have as many; 0: it is not regular.
static int fan_out(const mapping_tree *t, int *children)
{
	int levels = t->levels - 2;
	if (levels > LEVELS) return 0;
	memset(children, 0, sizeof(int) * LEVELS);
	for (int v = 0; v < t->n_nodes; v++) {
		const mapping_node *x = &t->node[v];
		int below = x->end - x->first, child = t->path[x->first * t->levels + x->depth + 1];
		if (x->depth == levels) continue;
		// A slot that is less deep than others.
		if (child < 0) return 0;
		int of_child = t->node[child].end - t->node[child].first;
		if (below % of_child || (children[x->depth] && children[x->depth] != below / of_child)) return 0;
		children[x->depth] = below / of_child;
	}
	return levels;
}

static void coordinates(const lattice *a, int p, int *x)
{
	for (int d = DIMENSIONS - 1; d >= 0; d--) {
		x[d] = p % a->length[d];
		p /= a->length[d];
	}
}

static void weigh(lattice *a, const mapping_graph *g, const mapping_metric *m)
{
	int x[DIMENSIONS], y[DIMENSIONS];
	for (int d = 0; d < DIMENSIONS; d++) a->weight[d] = 0;
	for (int p = 0; p < g->n; p++) {
		coordinates(a, p, x);
		for (int i = g->sum.first[p]; i < g->sum.first[p + 1]; i++) {
			coordinates(a, g->sum.arc[i].peer, y);
			for (int d = 0; d < DIMENSIONS; d++)
				if (x[d] != y[d]) a->weight[d] += mapping_weight(m, &g->sum.arc[i]);
		}
	}
}

// Cuts a box of `side` into `children` boxes: what crosses grows with the cuts for each length. False: that is not
// possible.
static bool cut(const lattice *a, const int *side, int children, int *parts)
{
	double least = -1;
	for (int i = 1; i <= children; i++)
		for (int j = 1; children % i == 0 && j <= children / i; j++) {
			int k = children / i / j, n[DIMENSIONS] = {i, j, k};
			if (i * j * k != children || side[0] % i || side[1] % j || side[2] % k) continue;
			double crossing = 0;
			for (int d = 0; d < DIMENSIONS; d++) crossing += a->weight[d] * (n[d] - 1) / side[d];
			if (least >= 0 && crossing >= least) continue;
			least = crossing;
			memcpy(parts, n, sizeof(n));
		}
	return least >= 0;
}

static bool cut_all(lattice *a, const int *children, int levels)
{
	int side[DIMENSIONS];
	memcpy(side, a->length, sizeof(side));
	for (int l = 0; l < levels; l++) {
		if (!cut(a, side, children[l], a->parts[l])) return false;
		for (int d = 0; d < DIMENSIONS; d++) side[d] /= a->parts[l][d];
	}
	return true;
}

static int slot_of(const lattice *a, int levels, int p)
{
	int x[DIMENSIONS], side[DIMENSIONS], slot = 0;
	coordinates(a, p, x);
	memcpy(side, a->length, sizeof(side));
	for (int l = 0; l < levels; l++)
		for (int d = 0; d < DIMENSIONS; d++) {
			side[d] /= a->parts[l][d];
			slot = slot * a->parts[l][d] + x[d] / side[d];
			x[d] %= side[d];
		}
	return slot;
}

static void try_lattice(
        const mapping_graph *g, const mapping_tree *t, const mapping_metric *m, lattice *a, int *slot, double *least)
{
	int children[LEVELS], levels = fan_out(t, children);
	weigh(a, g, m);
	if (!cut_all(a, children, levels)) return;
	int *tried = mapping_alloc((size_t)g->n, sizeof(int));
	for (int p = 0; p < g->n; p++) tried[p] = slot_of(a, levels, p);
	double distance = mapping_distance(g, t, tried);
	if (*least < 0 || distance < *least) {
		*least = distance;
		memcpy(slot, tried, sizeof(int) * (size_t)g->n);
	}
	free(tried);
}

bool mapping_tile(const mapping_graph *g, const mapping_tree *t, int *slot)
{
	enum { LOOKED_AT = 4000000 };
	int children[LEVELS], n = g->n;
	if (n != t->n_slots || g->sum.first[n] > LOOKED_AT / 8 || !fan_out(t, children)) return false;
	long left = LOOKED_AT;
	double least = -1;
	mapping_metric m = mapping_metric_of(g, t);
	for (int i = 1; i <= n; i++)
		for (int j = i == 1 ? 1 : 2; n % i == 0 && j <= n / i && left > 0; j++) {
			// A length of 1 is no dimension: it comes first.
			if (n / i % j || (j > 1 && n / i / j == 1)) continue;
			lattice a = {.length = {i, j, n / i / j}};
			try_lattice(g, t, &m, &a, slot, &least);
			left -= g->sum.first[n] + n;
		}
	free(m.distance);
	return least >= 0;
}
