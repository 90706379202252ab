// SPDX-License-Identifier: Apache-2.0
//
// How the indices that a process owns of an array lie to the intervals of the nest.
#ifndef HPCC_ANALYSIS_OWNED_DIMS_H
#define HPCC_ANALYSIS_OWNED_DIMS_H

#include "../model/model.h"
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

#endif
