// SPDX-License-Identifier: Apache-2.0
//
// Expressions that have one value in the whole nest.
#ifndef HPCC_ANALYSIS_INVARIANTS_H
#define HPCC_ANALYSIS_INVARIANTS_H

#include "../model/model.h"
#include "builder.h"

bool expr_is_invariant(const builder *b, const prog_expr *e);
// Whether it is an integer behind a pointer, n[level] or *n, that the nest does not set: it can be read before the nest
// (HPCC_VALUE). It may be an element of a mapped array.
bool expr_is_behind_pointer(const builder *b, const prog_expr *e);
// Whether the nest sets no integers in the array, or behind the pointer.
bool expr_integers_stay(const builder *b, const prog_expr *array);

#endif
