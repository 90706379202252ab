// SPDX-License-Identifier: Apache-2.0
//
// Structs that a function combines member by member: s = add(s, e).
#ifndef HPCC_ANALYSIS_STRUCT_REDUCTION_H
#define HPCC_ANALYSIS_STRUCT_REDUCTION_H

#include "../model/model.h"
#include "../nest/nest.h"

// How the value, which a variable or member of struct type is set to, combines what that was; NULL: it does not, or not
// each of its members with a value of its own.
const nest_members *struct_reduction_of(prog_unit *unit, const prog_expr *value, const prog_expr *target);

// Whether both combine each member in the same way.
bool struct_reduction_same(const nest_members *a, const nest_members *b);

#endif
