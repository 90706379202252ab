// SPDX-License-Identifier: Apache-2.0
//
// What the files of the mapper share.
#ifndef HPCC_MACHINE_MAPPING_PARTS_H
#define HPCC_MACHINE_MAPPING_PARTS_H

#include "mapping.h"

#include <stdint.h>
#include <stdlib.h>

// Zeroed; ends the program where there is no memory.
void *mapping_alloc(size_t n, size_t size);
// A larger array in place of the old one, where n elements do not fit into *room.
void *mapping_grown(void *old, int n, int *room, size_t size);

// ---- links --------------------------------------------------------------------------------------

// What the last byte over the link above a node still takes when the link is done with it; the root has no such link.
static inline double mapping_link_latency(const mapping_tree *t, int node)
{
	return t->node[node].parent >= 0 ? t->node[t->node[node].parent].latency : 0;
}

// How long a process sends, or receives, what goes between slots below a node.
static inline double mapping_seconds(const mapping_node *meet, const mapping_arc *a)
{
	return a->messages * meet->latency + a->bytes / meet->bandwidth;
}

// ---- distances ----------------------------------------------------------------------------------

// What D multiplies: the weight of an arc of the sum, and the distance of the slots below each node.
typedef struct {
	bool by_messages;
	double *distance; // by node
} mapping_metric;
mapping_metric mapping_metric_of(const mapping_graph *g, const mapping_tree *t);
static inline double mapping_weight(const mapping_metric *m, const mapping_arc *a)
{
	return m->by_messages ? a->messages : a->bytes;
}

// ---- all slots taken ----------------------------------------------------------------------------

// A mapping with processes n to n_slots - 1 added that send nothing, so that every slot has a process and a process is
// moved to a free slot by a swap. `at` is the inverse.
typedef struct {
	int n, *slot, *at;
} mapping_full;
mapping_full mapping_full_of(const mapping_graph *g, const mapping_tree *t, const int *slot);
void mapping_full_free(mapping_full *f);
void mapping_full_swap(mapping_full *f, int p, int q);
// Free slots, in their order, for processes that have none (-1).
void mapping_fill(const mapping_graph *g, const mapping_tree *t, int *slot);

// ---- chance that is the same everywhere ---------------------------------------------------------

typedef struct {
	uint64_t state;
} mapping_dice;
// 0 to n - 1.
int mapping_roll(mapping_dice *d, int n);

// ---- searches -----------------------------------------------------------------------------------

// Refines a mapping by swaps until `effort` arcs are looked at: on D; on T, with results of D up to `most` only.
void mapping_refine_distance(const mapping_graph *g, const mapping_tree *t, long effort, int *slot);
void mapping_refine_time(const mapping_graph *g, const mapping_tree *t, long effort, double most, int *slot);
// Refines level by level, from the root: on what is sent between the children of the nodes of a depth, by swaps that
// leave the groups of the levels above as they are.
void mapping_refine_levels(const mapping_graph *g, const mapping_tree *t, long effort, int *slot);
// Swaps the processes below two nodes of one shape while that makes D smaller.
void mapping_refine_groups(const mapping_graph *g, const mapping_tree *t, long effort, int *slot);

// Two processes whose swap may bring one nearer to those that it communicates with.
typedef struct {
	int p, q;
} mapping_swap;
mapping_swap mapping_propose(const mapping_graph *g, const mapping_tree *t, const mapping_full *f, mapping_dice *d);
mapping_swap mapping_propose_for(
        const mapping_graph *g, const mapping_tree *t, const mapping_full *f, mapping_dice *d, int p);
// What the swap adds to D.
double mapping_swap_change(
        const mapping_graph *g, const mapping_tree *t, const mapping_metric *m, const mapping_full *f, mapping_swap s);
// With how many processes a process communicates; none for one that fills the machine.
int mapping_degree(const mapping_graph *g, int p);

#endif
