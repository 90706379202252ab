// SPDX-License-Identifier: Apache-2.0
//
// Statements that combine a value over iterations: s += e, s = s * e, s = max(s, e), if (e > s) { s = e; where = i; }.
#ifndef HPCC_ANALYSIS_REDUCTION_H
#define HPCC_ANALYSIS_REDUCTION_H

#include "builder.h"

// Marks the statement and its accesses to the variable where it has the form of a reduction.
void reduction_recognise(builder *b, nest_stmt *s);
// Models `if (e > s) ...` as one statement where it is a minimum or maximum, with its place or without; else does nothing.
bool reduction_by_condition(builder *b, prog_stmt *s);
// Takes marks back where the variable is used otherwise too.
void reduction_confirm(builder *b);

#endif
