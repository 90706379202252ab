// SPDX-License-Identifier: Apache-2.0
//
// Which pointers that a nest sets stand for an element or row.
#ifndef HPCC_ANALYSIS_LOCAL_POINTERS_H
#define HPCC_ANALYSIS_LOCAL_POINTERS_H

#include "../model/model.h"
#include "../nest/nest.h"

// Where the first of `n` statements that stand in a row sets pointers to elements or rows (`which`: a bit for each that
// it declares, the lowest for an assignment): the others, in which what the pointers are set to stands for them. NULL:
// it sets none.
prog_stmt **local_pointers(builder *b, prog_stmt *const *stmt, int n, unsigned *which);

// The pointer that an assignment sets, or an `if` with one in each of its branches, and what to: a choice between two
// addresses there. NULL: it is no such statement.
prog_symbol *local_pointer_set(builder *b, const prog_stmt *s, const prog_expr **value);

#endif
