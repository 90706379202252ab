// SPDX-License-Identifier: Apache-2.0
//
// The machine as a tree: told node by node in any order, then numbered depth first.
#include "mapping_parts.h"

#include <math.h>
#include <string.h>

// Nodes as they were told: node[i].first is 1 for a slot.
struct mapping_tree_draft {
	int n, room;
	mapping_node *node;
};

static int tell(mapping_tree *t, mapping_node node)
{
	struct mapping_tree_draft *d = t->draft;
	d->node = mapping_grown(d->node, d->n, &d->room, sizeof(mapping_node));
	d->node[d->n] = node;
	return d->n++;
}

mapping_tree *mapping_tree_new(double latency, double bandwidth)
{
	mapping_tree *t = mapping_alloc(1, sizeof(*t));
	t->draft = mapping_alloc(1, sizeof(*t->draft));
	tell(t, (mapping_node){.parent = -1, .latency = latency, .bandwidth = bandwidth});
	return t;
}

int mapping_tree_node(mapping_tree *t, int parent, double latency, double bandwidth, double uplink)
{
	return tell(t, (mapping_node){.parent = parent, .latency = latency, .bandwidth = bandwidth, .uplink = uplink});
}

static char *copy_of(const char *text)
{
	if (!text) return NULL;
	size_t size = strlen(text) + 1;
	return memcpy(mapping_alloc(size, 1), text, size);
}

void mapping_tree_slot(mapping_tree *t, int parent, double speed, double uplink, const char *host, const char *place)
{
	tell(t, (mapping_node){.parent = parent,
	                .uplink = uplink,
	                .speed = speed,
	                .first = 1,
	                .host = copy_of(host),
	                .place = copy_of(place)});
}

// ---- is it a tree? ------------------------------------------------------------------------------

static const char *wrong_with(const struct mapping_tree_draft *d, int i)
{
	const mapping_node *x = &d->node[i];
	if (i && (x->parent < 0 || x->parent >= i)) return "a node's parent is not told before it";
	if (i && d->node[x->parent].first) return "a slot has children";
	if (!(x->uplink >= 0) || !isfinite(x->uplink)) return "an uplink's bandwidth is negative or not finite";
	if (x->first) return x->speed > 0 && isfinite(x->speed) ? NULL : "a slot's speed is not positive";
	if (!(x->latency >= 0) || !isfinite(x->latency)) return "a latency is negative or not finite";
	if (!(x->bandwidth > 0) || !isfinite(x->bandwidth)) return "a bandwidth is not positive";
	return NULL;
}

// ---- numbering ----------------------------------------------------------------------------------

// The first child and the next sibling of each node, in the order in which nodes were told, without those that have no
// slot below them. 0: none.
typedef struct {
	int *child, *sibling;
} links;

static links links_of(const struct mapping_tree_draft *d)
{
	links l = {mapping_alloc((size_t)d->n, sizeof(int)), mapping_alloc((size_t)d->n, sizeof(int))};
	for (int i = d->n - 1; i > 0; i--) {
		if (!d->node[i].first && !l.child[i]) continue;
		l.sibling[i] = l.child[d->node[i].parent];
		l.child[d->node[i].parent] = i;
	}
	return l;
}

// Numbers the nodes: a walk down the first children and along the siblings, without recursion.
static void number(mapping_tree *t, const links *l)
{
	const struct mapping_tree_draft *d = t->draft;
	int *name = mapping_alloc((size_t)d->n, sizeof(int)), *listed = mapping_alloc((size_t)d->n, sizeof(int));
	for (int i = 0, slots = 0; i < d->n; i++)
		if (d->node[i].first) listed[i] = slots++;
	for (int i = 0; i >= 0;) {
		mapping_node *x = &t->node[t->n_nodes];
		*x = d->node[i];
		name[i] = t->n_nodes++;
		x->parent = i ? name[x->parent] : -1;
		x->depth = i ? t->node[x->parent].depth + 1 : 0;
		if (x->depth + 1 > t->levels) t->levels = x->depth + 1;
		if (x->first) {
			t->leaf[t->n_slots] = name[i];
			t->listed[t->n_slots++] = listed[i];
		}
		if (l->child[i]) {
			i = l->child[i];
			continue;
		}
		while (i > 0 && !l->sibling[i]) i = d->node[i].parent;
		i = i > 0 ? l->sibling[i] : -1;
	}
	free(name);
	free(listed);
}

// Which slots are below each node.
static void spread(mapping_tree *t)
{
	for (int v = 0; v < t->n_nodes; v++) t->node[v].first = t->n_slots, t->node[v].end = 0;
	for (int s = 0; s < t->n_slots; s++)
		for (int v = t->leaf[s]; v >= 0; v = t->node[v].parent) {
			if (s < t->node[v].first) t->node[v].first = s;
			t->node[v].end = s + 1;
		}
}

static void paths(mapping_tree *t)
{
	t->levels++;
	t->path = mapping_alloc((size_t)t->n_slots * (size_t)t->levels, sizeof(int));
	for (int s = 0; s < t->n_slots; s++) {
		int *path = t->path + s * t->levels;
		for (int d = 0; d < t->levels; d++) path[d] = -1 - s;
		for (int v = t->leaf[s]; v >= 0; v = t->node[v].parent) path[t->node[v].depth] = v;
	}
}

// ---- shapes -------------------------------------------------------------------------------------

static int next_child(const mapping_tree *t, int parent, int after)
{
	for (int v = after + 1; v < t->n_nodes && t->node[v].depth > t->node[parent].depth; v++)
		if (t->node[v].parent == parent) return v;
	return -1;
}

static bool alike(const mapping_tree *t, int a, int b)
{
	const mapping_node *x = &t->node[a], *y = &t->node[b];
	if (x->depth != y->depth || x->end - x->first != y->end - y->first || x->latency != y->latency ||
	        x->bandwidth != y->bandwidth || x->uplink != y->uplink || x->speed != y->speed)
		return false;
	int i = next_child(t, a, a), j = next_child(t, b, b);
	while (i >= 0 && j >= 0 && t->node[i].shape == t->node[j].shape)
		i = next_child(t, a, i), j = next_child(t, b, j);
	return i < 0 && j < 0;
}

// A node's shape is the number of the last node, in the tree's order, that is like it; from the last node to the first,
// so that children come before their parents.
static void shapes(mapping_tree *t)
{
	int n = 0, *known = mapping_alloc((size_t)t->n_nodes, sizeof(int));
	for (int v = t->n_nodes - 1; v >= 0; v--) {
		int i = 0;
		while (i < n && !alike(t, known[i], v)) i++;
		if (i == n) known[n++] = v;
		t->node[v].shape = known[i];
	}
	free(known);
}

// ---- making it ----------------------------------------------------------------------------------

static void free_draft(mapping_tree *t)
{
	if (!t->draft) return;
	free(t->draft->node);
	free(t->draft);
	t->draft = NULL;
}

const char *mapping_tree_finish(mapping_tree *t)
{
	struct mapping_tree_draft *d = t->draft;
	int slots = 0;
	for (int i = 0; i < d->n; i++) {
		const char *wrong = wrong_with(d, i);
		if (wrong) return wrong;
		slots += d->node[i].first;
	}
	if (!slots) return "there is no slot";
	t->node = mapping_alloc((size_t)d->n, sizeof(mapping_node));
	t->leaf = mapping_alloc((size_t)slots, sizeof(int));
	t->listed = mapping_alloc((size_t)slots, sizeof(int));
	links l = links_of(d);
	number(t, &l);
	free(l.child);
	free(l.sibling);
	free_draft(t);
	spread(t);
	paths(t);
	shapes(t);
	return NULL;
}

void mapping_tree_free(mapping_tree *t)
{
	if (!t) return;
	// The names are the nodes', or still the draft's.
	mapping_node *node = t->draft ? t->draft->node : t->node;
	int n = t->draft ? t->draft->n : t->n_nodes;
	for (int i = 0; i < n; i++) {
		free(node[i].host);
		free(node[i].place);
	}
	free_draft(t);
	free(t->node);
	free(t->leaf);
	free(t->listed);
	free(t->path);
	free(t);
}

static void add_level(mapping_tree *t, int parent, const mapping_level *level, int n_levels)
{
	for (int c = 0; c < level->children; c++) {
		if (n_levels == 1) {
			mapping_tree_slot(t, parent, 1, level->uplink, NULL, NULL);
			continue;
		}
		int node = mapping_tree_node(t, parent, level[1].latency, level[1].bandwidth, level->uplink);
		add_level(t, node, level + 1, n_levels - 1);
	}
}

mapping_tree *mapping_tree_regular(const mapping_level *level, int n_levels)
{
	mapping_tree *t = mapping_tree_new(level->latency, level->bandwidth);
	add_level(t, 0, level, n_levels);
	if (!mapping_tree_finish(t)) return t;
	mapping_tree_free(t);
	return NULL;
}

int mapping_meet(const mapping_tree *t, int a, int b)
{
	const int *x = t->path + a * t->levels, *y = t->path + b * t->levels;
	int d = 1;
	while (d < t->levels && x[d] == y[d]) d++;
	return x[d - 1];
}
