// SPDX-License-Identifier: Apache-2.0
//
// How the indices that a process owns of an array lie to the intervals of the nest.
#ifndef HPCC_ANALYSIS_OWNED_DIMS_H
#define HPCC_ANALYSIS_OWNED_DIMS_H

#include "../model/model.h"
#include "../nest/nest.h"
#include "task_graph.h"

typedef struct owned {
	int rank;
	bool split[PROG_MAX_RANK]; // dimensions that may be split
	int axis[PROG_MAX_RANK];   // of those
	long offset[PROG_MAX_RANK];
	bool known; // of all of them
	int like;   // this is so only if the memory lies as that of this object does; -1: known
} owned;

owned owned_of(const task *t, int object);

// Sets of the object's elements, with the intervals as parameters. All take the set.
__isl_give isl_set *owned_with_bound(__isl_take isl_set *set, int axis, own_end end);
__isl_give isl_set *owned_with_bounds(__isl_take isl_set *set, const owned *w);
// The part of the set that is (not) beyond what is owned along `dim` at that end.
__isl_give isl_set *owned_beyond(__isl_take isl_set *set, const owned *w, int dim, own_end end, bool yes);
__isl_give isl_set *owned_within(__isl_take isl_set *set, const owned *w, int dim);
// How far index `dim` is below what is owned (above it, with OWN_HI): own.lo + offset - x, or x - (own.hi + offset).
__isl_give isl_aff *owned_distance(__isl_keep isl_set *set, const owned *w, int dim, own_end end);

#endif
