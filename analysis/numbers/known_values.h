// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: integer variables that are known to be polynomials where the walk through a nest is.
#ifndef HPCC_ANALYSIS_VALUES_H
#define HPCC_ANALYSIS_VALUES_H

#include "../model/model.h"
#include "../nest/nest.h"

// What is known of variables at some place. The list is malloc'ed.
typedef struct values {
	int n;
	symbol_value *list;
} values;

// An integer whose value nothing changes but assignments that the walk sees.
bool values_may_know(const builder *b, const prog_symbol *x);
// The variable is set to `value`, for which it stands until it is set again.
void values_learn(builder *b, prog_symbol *symbol, const prog_expr *value);
// x += e, x -= e, x++ of a variable whose value is known; false: it is something else.
bool values_update(builder *b, const prog_expr *e);
// The variable's value is not known any more; nor are those of what the expression, the statement (NULL: none) sets.
void values_forget(builder *b, const prog_symbol *symbol);
void values_forget_in(builder *b, const prog_expr *e);
void values_forget_assigned(builder *b, const prog_stmt *s);
// Copies what is known, and goes back to it.
void values_take(const builder *b, values *v);
void values_set(builder *b, const values *v);
// Behind the condition `cond`, which is taken (`text`: in C, NULL: not known) of the `if` s: where the branches leave a
// variable with values that are known, it has one of them.
void values_join(builder *b, const prog_stmt *s, const values *before, const values *yes, const values *no,
        __isl_take isl_set *cond, const char *text);

#endif
