// SPDX-License-Identifier: Apache-2.0
//
// Calls in nests: the body of a function in sight as if it stood at the call. Pointers are replaced by what they are given, other
// parameters are variables that are set first. The text stays the call: its statements have one place.
#ifndef HPCC_ANALYSIS_INLINE_H
#define HPCC_ANALYSIS_INLINE_H

#include "nest.h"

// A copy of the body of the function that `call` calls, in the unit's arena; NULL where that cannot be: the body is not in sight, it
// returns from its middle, calls itself, has static variables or mappings, names something that `caller` calls otherwise, changes
// or keeps its pointers.
prog_stmt *inline_call(prog_unit *unit, const prog_function *caller, const prog_expr *call);

// Whether the subscript was made of one of a called function: it may lead out of the row that the call names.
static inline bool inline_made(const prog_expr *e) { return e->kind == PROG_EXPR_INDEX && e->value; }

#endif
