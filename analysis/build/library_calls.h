// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: calls in nests of library functions that set memory (memset, memcpy, qsort), or put it out
// (fwrite).
#ifndef HPCC_ANALYSIS_LIBRARY_CALLS_H
#define HPCC_ANALYSIS_LIBRARY_CALLS_H

#include "../model/model.h"
#include "../nest/nest.h"

// Notes what the call accesses. False, and nothing is noted, where it is no such call, its result is used, or memory
// may be mapped.
bool library_call_accesses(builder *b, nest_stmt *s, const prog_expr *call);

// `for (k = 0; k < n; k++) a[i + k];`: the elements that a call puts out from a[i] on, where they are of memory behind
// a pointer, or in a row of an array; for a plane of an array, and the like, a loop for each of its dimensions, over
// the variables written_counter. NULL: it does nothing of the kind.
prog_stmt *library_call_loop(builder *b, prog_stmt *stmt, const prog_expr *call);

// frexp(x, &e): the accesses of a call that sets numbers which its arguments name by their addresses. False: it is none.
bool library_setter_accesses(builder *b, nest_stmt *s, const prog_expr *call);

#endif
