// SPDX-License-Identifier: Apache-2.0
//
// Work arrays whose contents are needed after the nest: those that the last iteration leaves.
#ifndef HPCC_ANALYSIS_LAST_ARRAYS_H
#define HPCC_ANALYSIS_LAST_ARRAYS_H

#include "../nest/nest.h"

// Whether each iteration sets, on one process, all elements of the array, an array variable, that any iteration may
// set: what the last one leaves is what the nest does. The statement by which an iteration is noted, which runs in all
// of them; -1: it is not so.
int last_array_setter(const nest *n, int object);

#endif
