// SPDX-License-Identifier: Apache-2.0
//
// Communication events as patterns. The runtime does without: it intersects the sections at hand. This is for who reads
// the graph.
#ifndef HPCC_ANALYSIS_PATTERN_H
#define HPCC_ANALYSIS_PATTERN_H

#include "../model/model.h"
#include "../nest/nest.h"
#include "owned_dims.h"
#include "task_graph.h"

typedef enum pattern_kind {
	PATTERN_HALO,      // indices next to those that a process owns along one dimension (a shift)
	PATTERN_SECTION,   // any other section, that depends on what the process owns
	PATTERN_BROADCAST, // the same for every process, from one owner
	PATTERN_ALLGATHER, // the same for every process
} pattern_kind;

typedef struct pattern {
	pattern_kind kind;
	int dim;           // HALO: the dimension
	long below, above; // HALO: how many indices below and above what is owned
	int corners_with;  // HALO: the dimension of another halo of the array, with which it has corners; -1: none
	int like;          // HALO: where this is so only if the memory lies as that of this object does; -1: known
	isl_set *section;  // what a process gets. HALO: without the other halos and the corners, at both sides
} pattern;

typedef struct patterns {
	int n; // 0: nothing is communicated
	pattern *list;
} patterns;

// What is communicated of an argument before a task; where that is too difficult for isl, the sections that are needed
// are all that is known. It is the task's, which finds it once.
patterns patterns_of(const task *t, const task_arg *a);
// Those of the elements (of the argument) that a process does not own, with its intervals as parameters; NULL: not
// known. Takes them.
__isl_give isl_set *pattern_foreign(const task *t, const task_arg *a, __isl_take isl_set *elements);
enum { PATTERN_MOST_PARTS = 2 * PROG_MAX_RANK + 1 };
// The elements (of the object) in parts; how many. Where they are not what the boxes around them hold, as on diagonals,
// those before and behind a process's intervals are parts: what comes from elsewhere has boxes of its own then. Takes
// the elements; the parts are to be freed.
int pattern_parts(
        const task *t, int object, __isl_take isl_set *elements, __isl_give isl_set *parts[PATTERN_MOST_PARTS]);
// Whether the access is certain to lead to other processes' elements: wherever a process owns some of what the
// statement is at home with, and others own some before and behind that; but for one of them, perhaps, that owns what
// all access.
bool pattern_leaves_process(const task *t, const nest_stmt *s, const nest_access *a);

// How far elements that are beyond what is owned along a dimension, at that end, go at most; -1: no limit is seen but
// where the array ends.
long pattern_width(__isl_keep isl_set *part, const owned *w, int dim, own_end end);

// The first place where the nest reads the array.
prog_loc pattern_place(const nest *n, int object);

// The task has its arguments: patterns may be asked for from now on.
void patterns_begin(task *t);
// Frees what has been found.
void patterns_end(task *t);

#endif
