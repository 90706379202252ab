// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: what pieces of text do to a variable that may be a counter.
#ifndef HPCC_ANALYSIS_COUNTER_CHANGES_H
#define HPCC_ANALYSIS_COUNTER_CHANGES_H

#include "../model/model.h"
#include "counters.h"

// An assignment to a variable, or a step of one.
bool counter_is_update(const prog_expr *e);
// What an update does to the variable that it is about; false: it is of another kind.
bool counter_change_of_update(builder *b, const prog_expr *e, counter_change *c);
// What an expression or a statement does to the variable `x`, after the change *c, together with that. False where it
// is not known: under a condition, a new beginning, ...
bool counter_change_of_expr(builder *b, const prog_expr *e, const prog_symbol *x, counter_change *c);
bool counter_change_of(builder *b, const prog_stmt *s, const prog_symbol *x, counter_change *c);
// Whether they do nothing to it.
bool counter_unchanged_by(const prog_expr *e, const prog_symbol *x);
bool counter_unchanged(const prog_stmt *s, const prog_symbol *x);
// Whether an iteration of the loop, which is to be entered, may end before the body's last change of `x`.
bool counter_may_miss_change(const builder *b, const prog_stmt *body, const prog_symbol *x);
// The step, where one branch of an `if` steps a variable and the other one sets it; NULL: it is no such thing.
const prog_expr *counter_step_beside_reset(const prog_stmt *s);

#endif
