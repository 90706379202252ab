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

// The nest's body, or a copy of it in which members that the nest names stand for pointers that were set to them in front
// of it and mean the same: `double *v = s->v; for (...) v[i] += s->v[i + 1];`. Else these were two arrays, of which one
// is written, at the same place.
prog_stmt *local_pointers_in_front(builder *b, prog_stmt *body);

#endif
