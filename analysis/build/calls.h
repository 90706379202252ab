// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: calls in nests that are looked into.
#ifndef HPCC_ANALYSIS_CALLS_H
#define HPCC_ANALYSIS_CALLS_H

#include "../model/model.h"
#include "../nest/nest.h"

// The calls in an expression of the statement (NULL: none) that are made before it has its value, those in their
// arguments first: the statements of functions that are in sight are walked.
void calls_walk(builder *b, prog_stmt *stmt, const prog_expr *e);
// The call's function has been looked into: its statements stand before that of the call.
bool calls_looked_into(const builder *b, const prog_expr *call);
// The nest calls it.
void calls_add_callee(nest *n, const prog_symbol *callee);
// A number without a mapping.
bool calls_plain_value(const prog_symbol *x);
// The statement, which has no accesses yet, stands for one that sets the variable in any case.
void calls_set_before(builder *b, nest_stmt *s, prog_symbol *x);

#endif
