// SPDX-License-Identifier: Apache-2.0
//
// Scotch's mapping, for comparison and as a start. Regular machines are its tree-leaf graphs; others are told by the
// distances of all slots. Processes that send nothing are added, so that each slot has one; where Scotch nevertheless
// gives a slot two, the later ones go to free slots nearby.
#include "mapping_parts.h"

#ifndef HPCC_SCOTCH

bool mapping_scotch(const mapping_graph *g, const mapping_tree *t, int *slot)
{
	(void)g, (void)t, (void)slot;
	return false;
}

#else

#include <math.h>
#include <scotch.h>
#include <string.h>

// Scotch counts in integers: sums of all weights and distances stay below their largest.
enum { LARGEST_WEIGHT = 10000, LARGEST_DISTANCE = 1000 };

static SCOTCH_Num scaled(double x, double of, int largest)
{
	double y = of > 0 ? round(x / of * largest) : 1;
	return y < 1 ? 1 : (SCOTCH_Num)y;
}

// ---- the machine --------------------------------------------------------------------------------

static double farthest(const mapping_tree *t, const mapping_metric *m)
{
	double most = 0;
	for (int v = 0; v < t->n_nodes; v++)
		if (m->distance[v] > most) most = m->distance[v];
	return most;
}

// The number of children and the distance at each depth; false where they differ.
static bool is_regular(const mapping_tree *t, const mapping_metric *m, SCOTCH_Num *size, SCOTCH_Num *link)
{
	int depths = t->levels - 2;
	double most = farthest(t, m);
	for (int d = 0; d < depths; d++) size[d] = 0;
	for (int v = 0; v < t->n_nodes; v++) {
		const mapping_node *x = &t->node[v];
		if (x->depth == depths) continue;
		int child = t->path[x->first * t->levels + x->depth + 1];
		if (child < 0) return false;
		int children = (x->end - x->first) / (t->node[child].end - t->node[child].first);
		SCOTCH_Num length = scaled(m->distance[v], most, LARGEST_DISTANCE);
		if (size[x->depth] && (size[x->depth] != children || link[x->depth] != length)) return false;
		size[x->depth] = children;
		link[x->depth] = length;
	}
	SCOTCH_Num all = 1;
	for (int d = 0; d < depths; d++) all *= size[d];
	return all == t->n_slots;
}

// In Scotch's tree the distance of two slots is the sum of the links from where they meet down to the leaves: a level's
// link is what it adds to the next level's distance. False where it would be nothing.
static bool differences(SCOTCH_Num *link, int depths)
{
	for (int d = 0; d + 1 < depths; d++) {
		link[d] -= link[d + 1];
		if (link[d] < 1) return false;
	}
	return true;
}

static bool tree_leaf(SCOTCH_Arch *arch, const mapping_tree *t, const mapping_metric *m)
{
	size_t depths = (size_t)t->levels;
	SCOTCH_Num *size = mapping_alloc(2 * depths, sizeof(*size)), *link = size + depths;
	bool good = is_regular(t, m, size, link) && differences(link, t->levels - 2) &&
	            !SCOTCH_archTleaf(arch, t->levels - 2, size, link);
	free(size);
	return good;
}

// The number of a slot's leaf in a binary tree that follows the machine's: the halves of i are 2i and 2i + 1.
static int cut_between(const mapping_tree *t, int first, int end)
{
	int middle = (first + end) / 2, best = middle, shallow = t->levels;
	for (int s = first + 1; s < end; s++) {
		int depth = t->node[mapping_meet(t, s - 1, s)].depth;
		if (depth > shallow || (depth == shallow && abs(s - middle) >= abs(best - middle))) continue;
		best = s;
		shallow = depth;
	}
	return best;
}

static void number_leaves(const mapping_tree *t, int first, int end, int i, int *number)
{
	if (end - first == 1) {
		number[first] = i;
		return;
	}
	int cut = cut_between(t, first, end);
	number_leaves(t, first, cut, 2 * i, number);
	number_leaves(t, cut, end, 2 * i + 1, number);
}

static void write_slots(FILE *out, const mapping_tree *t, const mapping_metric *m)
{
	int *number = mapping_alloc((size_t)t->n_slots, sizeof(int)), largest = 0;
	double most = farthest(t, m);
	number_leaves(t, 0, t->n_slots, 1, number);
	for (int s = 0; s < t->n_slots; s++)
		if (number[s] > largest) largest = number[s];
	fprintf(out, "deco 0\n%d %d\n", t->n_slots, largest);
	for (int s = 0; s < t->n_slots; s++) fprintf(out, "%d 1 %d\n", s, number[s]);
	for (int a = 1; a < t->n_slots; a++)
		for (int b = 0; b < a; b++)
			fprintf(out, "%d\n", (int)scaled(m->distance[mapping_meet(t, a, b)], most, LARGEST_DISTANCE));
	free(number);
}

static bool any_tree(SCOTCH_Arch *arch, const mapping_tree *t, const mapping_metric *m)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	if (!out) return false;
	write_slots(out, t, m);
	fclose(out);
	FILE *in = fmemopen(text, size, "r");
	bool good = in && !SCOTCH_archLoad(arch, in);
	if (in) fclose(in);
	free(text);
	return good;
}

// ---- the graph ----------------------------------------------------------------------------------

typedef struct {
	SCOTCH_Num *first, *peer, *weight;
} arrays;

static arrays arrays_of(const mapping_graph *g, const mapping_metric *m, int n)
{
	int arcs = g->sum.first[g->n];
	arrays a = {mapping_alloc((size_t)n + 1, sizeof(SCOTCH_Num)), mapping_alloc((size_t)arcs, sizeof(SCOTCH_Num)),
	        mapping_alloc((size_t)arcs, sizeof(SCOTCH_Num))};
	double most = 0;
	for (int p = 0; p <= n; p++) a.first[p] = g->sum.first[p < g->n ? p : g->n];
	for (int i = 0; i < arcs; i++)
		if (mapping_weight(m, &g->sum.arc[i]) > most) most = mapping_weight(m, &g->sum.arc[i]);
	for (int i = 0; i < arcs; i++) {
		a.peer[i] = g->sum.arc[i].peer;
		a.weight[i] = scaled(mapping_weight(m, &g->sum.arc[i]), most, LARGEST_WEIGHT);
	}
	return a;
}

// ---- from parts to slots ------------------------------------------------------------------------

static int nearest_free(const mapping_tree *t, const mapping_metric *m, const bool *taken, int slot)
{
	int best = -1;
	double least = 0;
	for (int s = 0; s < t->n_slots; s++) {
		if (taken[s]) continue;
		double d = m->distance[mapping_meet(t, slot, s)];
		if (best < 0 || d < least) best = s, least = d;
	}
	return best;
}

static void one_each(
        const mapping_graph *g, const mapping_tree *t, const mapping_metric *m, const SCOTCH_Num *part, int *slot)
{
	bool *taken = mapping_alloc((size_t)t->n_slots, sizeof(*taken));
	for (int p = 0; p < g->n; p++) {
		slot[p] = taken[part[p]] ? -1 : (int)part[p];
		taken[part[p]] = true;
	}
	for (int p = 0; p < g->n; p++) {
		if (slot[p] >= 0) continue;
		slot[p] = nearest_free(t, m, taken, (int)part[p]);
		taken[slot[p]] = true;
	}
	free(taken);
}

// ---- mapping ------------------------------------------------------------------------------------

// One thread, and always the same chance: otherwise two runs give two mappings.
static bool make_repeatable(SCOTCH_Context *c)
{
	if (SCOTCH_contextOptionSetNum(c, SCOTCH_OPTIONNUMDETERMINISTIC, 1) ||
	        SCOTCH_contextOptionSetNum(c, SCOTCH_OPTIONNUMRANDOMFIXEDSEED, 1) || SCOTCH_contextRandomClone(c))
		return false;
	SCOTCH_contextRandomSeed(c, 1);
	SCOTCH_contextRandomReset(c);
	return !SCOTCH_contextThreadSpawn(c, 1, NULL);
}

static bool map(SCOTCH_Graph *graph, SCOTCH_Arch *arch, int n_slots, SCOTCH_Num *part)
{
	SCOTCH_Strat strategy;
	if (SCOTCH_stratInit(&strategy)) return false;
	bool good = !SCOTCH_stratGraphMapBuild(&strategy, SCOTCH_STRATQUALITY, n_slots, 0.0) &&
	            !SCOTCH_graphMap(graph, arch, &strategy, part);
	SCOTCH_stratExit(&strategy);
	return good;
}

static bool map_repeatably(SCOTCH_Graph *graph, SCOTCH_Arch *arch, int n_slots, SCOTCH_Num *part)
{
	SCOTCH_Context context;
	SCOTCH_Graph bound;
	if (SCOTCH_contextInit(&context)) return false;
	bool good = make_repeatable(&context) && !SCOTCH_graphInit(&bound);
	if (good) {
		good = !SCOTCH_contextBindGraph(&context, graph, &bound) && map(&bound, arch, n_slots, part);
		SCOTCH_graphExit(&bound);
	}
	SCOTCH_contextExit(&context);
	return good;
}

static bool map_arrays(
        const mapping_graph *g, const mapping_tree *t, const mapping_metric *m, SCOTCH_Arch *arch, SCOTCH_Num *part)
{
	SCOTCH_Graph graph;
	arrays a = arrays_of(g, m, t->n_slots);
	bool good = !SCOTCH_graphInit(&graph);
	if (good) {
		good = !SCOTCH_graphBuild(&graph, 0, t->n_slots, a.first, a.first + 1, NULL, NULL, g->sum.first[g->n],
		               a.peer, a.weight) &&
		       map_repeatably(&graph, arch, t->n_slots, part);
		SCOTCH_graphExit(&graph);
	}
	free(a.first);
	free(a.peer);
	free(a.weight);
	return good;
}

bool mapping_scotch(const mapping_graph *g, const mapping_tree *t, int *slot)
{
	SCOTCH_Arch arch;
	if (SCOTCH_archInit(&arch)) return false;
	mapping_metric m = mapping_metric_of(g, t);
	SCOTCH_Num *part = mapping_alloc((size_t)t->n_slots, sizeof(*part));
	bool good = (tree_leaf(&arch, t, &m) || any_tree(&arch, t, &m)) && map_arrays(g, t, &m, &arch, part);
	if (good) one_each(g, t, &m, part, slot);
	free(part);
	free(m.distance);
	SCOTCH_archExit(&arch);
	return good;
}

#endif
