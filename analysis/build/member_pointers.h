// SPDX-License-Identifier: Apache-2.0
//
// Pointers that a function sets to a member's memory in front of a nest that names the member, too: one array.
#ifndef HPCC_ANALYSIS_MEMBER_POINTERS_H
#define HPCC_ANALYSIS_MEMBER_POINTERS_H

#include "../model/model.h"
#include "../nest/nest.h"

// Finds them: `double *v = s->v; for (...) v[i] += s->v[i + 1];`.
void member_pointers_find(builder *b);
// The member that has the pointer's value in the whole nest; NULL: none, or `base` is no pointer.
const prog_expr *member_pointers_value(const builder *b, const prog_expr *base);

#endif
