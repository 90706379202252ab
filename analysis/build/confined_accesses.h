// SPDX-License-Identifier: Apache-2.0
//
// What a nest accesses by calls of functions that work on what they are given (confined.h).
#ifndef HPCC_ANALYSIS_CONFINED_ACCESSES_H
#define HPCC_ANALYSIS_CONFINED_ACCESSES_H

#include "../model/model.h"
#include "../nest/nest.h"

// Whether the call, which makes up the statement, is to be such a call though its function could be taken in its place:
// where the nest is built with NEST_CONFINED. Notes in the builder that there is one.
bool confined_is_preferred(builder *b, const prog_stmt *stmt, const prog_expr *call);
// Notes what the call accesses: all of the arrays that it gets. False, and nothing is noted, where its function does
// something else, or memory may be mapped.
bool confined_accesses(builder *b, nest_stmt *s, const prog_expr *call);
// Notes what a call of confined_call_gives accesses but for the memory, in front of which it stands.
void confined_accesses_of_giver(builder *b, nest_stmt *s, const prog_expr *call);

#endif
