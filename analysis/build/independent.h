// SPDX-License-Identifier: Apache-2.0
//
// What `independent` promises, and the analysis of dependences need not prove.
#ifndef HPCC_ANALYSIS_INDEPENDENT_H
#define HPCC_ANALYSIS_INDEPENDENT_H

#include "../model/model.h"
#include "../nest/nest.h"

// Named by `new` of a loop at or around `loops[0 .. depth)` (indices of the nest's loops): private to an iteration.
bool independent_is_new(const nest *n, const int *loops, int depth, const prog_symbol *symbol);
// `pairs` (of iterations of w and r, which it takes) without those that different iterations of an independent loop
// make.
__isl_give isl_map *independent_drop(const nest *n, const nest_stmt *w, const nest_stmt *r, __isl_take isl_map *pairs);

#endif
