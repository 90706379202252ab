// SPDX-License-Identifier: Apache-2.0
//
// Statements that combine a value over iterations: s += e, s = s * e, s = max(s, e), if (e > s) { s = e; where = i; }.
#ifndef HPCC_ANALYSIS_REDUCTION_H
#define HPCC_ANALYSIS_REDUCTION_H

#include "../model/model.h"
#include "../nest/nest.h"

// Marks the statement and its accesses to the variable where it has the form of a reduction.
void reduction_recognise(builder *b, nest_stmt *s);
// Models `if (e > s) ...` as one statement where it is a minimum or maximum, with its place or without; else does
// nothing.
bool reduction_by_condition(builder *b, prog_stmt *s);
// The operator with which an assignment to the target combines it, or an expression that it is set to; NONE: with none.
prog_op reduction_operator(const prog_expr *e, const prog_expr *target);
// Whether processes can combine values of the type.
bool reduction_is_number(const prog_type *t);
// Takes marks back where the variable is used otherwise too.
void reduction_confirm(builder *b);

#endif
