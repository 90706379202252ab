// SPDX-License-Identifier: Apache-2.0
//
// What the receiver of a pair of processes needs of an array, told by the array's own indices and blocks: the form in
// which maps are looked for (process_map.c).
#ifndef HPCC_ANALYSIS_MAP_NEEDS_H
#define HPCC_ANALYSIS_MAP_NEEDS_H

#include "../model/model.h"
#include "pair_space.h"
#include "task_graph.h"

#include <isl/set.h>

#include <stdbool.h>

typedef struct map_needs {
	const nest *nest;
	int object, rank;
	int n;                      // dimensions of the grid of processes
	int dim[PROG_MAX_GRID];     // the array's dimension that is split along each
	long extent[PROG_MAX_GRID]; // of those; 0: no constant
	isl_set *set;               // over pair values of the receiver and parameters; NULL: not understood
	isl_set *blocks;            // of a pair of processes
	isl_set *assumed;           // extents that are not seen
	int like;                   // as in event_map, and the next ones
	int home;
	int blocks_like, blocks_times, blocks_parts;
} map_needs;

// To be freed. Of what is not understood the set is NULL, and the rest says what there is to it.
map_needs map_needs_of(const task *t, const task_arg *a);
void map_needs_free(map_needs *m);

// The set in fewer parts; these stay boxes where they are. Two boxes that cross would become an octagon.
__isl_give isl_set *map_needs_joined(__isl_take isl_set *set);

// The part of the needs that a sender owns, for all pairs of processes. Takes the part.
__isl_give isl_set *map_needs_sent(const map_needs *m, __isl_take isl_set *part);
// All pairs of processes, by their blocks.
__isl_give isl_set *map_needs_blocks(const map_needs *m);
// What holds for some blocks: a set of the program's sizes. Takes the set.
__isl_give isl_set *map_needs_sizes_only(const map_needs *m, __isl_take isl_set *set);
// Sizes with which there are processes at all.
__isl_give isl_set *map_needs_sizes(const map_needs *m);
__isl_give isl_set *map_needs_assumed(const map_needs *m);
// Blocks of pairs whose sender (receiver) owns the index (a set of one dimension) along dimension k of the grid.
__isl_give isl_set *map_needs_owns(const map_needs *m, __isl_keep isl_set *index, int k, bool receiver);
// Whether the index is the first (the last) one of all.
bool map_needs_is_end(const map_needs *m, __isl_keep isl_set *index, int k, bool last);

#endif
