// SPDX-License-Identifier: Apache-2.0
//
// Exchanges between neighbours where the first and the last process are neighbours, too.
#ifndef HPCC_ANALYSIS_TORUS_H
#define HPCC_ANALYSIS_TORUS_H

#include "pattern.h"

// What is exchanged along one dimension of the array.
typedef struct torus_ring {
	int dim;
	bool wraps; // else there is nothing around the ends
	// What comes from the neighbour with lower indices, or around the end there; and from the other one. Without
	// what comes from diagonal neighbours.
	isl_set *side[2];
} torus_ring;

// One for each dimension along which there is something; 0: not all that is sent is between such neighbours, or nothing
// goes around the ends. As with all patterns, what processes own is taken to be at least as wide as what is sent.
int torus_rings(const task *t, const task_arg *a, const patterns *sent, torus_ring ring[PROG_MAX_RANK]);
void torus_rings_free(torus_ring *ring, int n);

#endif
