// SPDX-License-Identifier: Apache-2.0
//
// Inside of the split: loops whose steps have a size that only the run knows, as those over tiles.
#ifndef HPCC_ANALYSIS_STEPS_H
#define HPCC_ANALYSIS_STEPS_H

#include "../nest/nest.h"

#include <isl/map.h>

// Iterations of `w` and `r` that do something with one element, without those that are never executed both: in a loop
// around both of them two values of the variable lie as far apart as a step is long. Takes the map.
__isl_give isl_map *steps_drop(const nest *n, const nest_stmt *w, const nest_stmt *r, __isl_take isl_map *pairs);

#endif
