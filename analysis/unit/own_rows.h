// SPDX-License-Identifier: Apache-2.0
//
// Rows that a function allocates for itself, behind pointers of its own: double *f[2], or double **f = matrix(2, n).
#ifndef HPCC_ANALYSIS_OWN_ROWS_H
#define HPCC_ANALYSIS_OWN_ROWS_H

#include "../model/model.h"
#include "facts.h"

// Whether nobody knows the memory that the pointers lead to which the local variable leads to, or holds, but the
// functions that are given it while they run. One level of pointers. Of a pointer, facts_pieces says of whom the
// pointers are known.
bool own_rows(const unit_facts *facts, const prog_symbol *variable);
// Of such a variable f: whether the expression sets f[k] to fresh memory, or frees that of f[k] or, in a function that
// does nothing else with it, all.
bool own_rows_come_or_go(const unit_facts *facts, const prog_symbol *variable, const prog_expr *e);

#endif
