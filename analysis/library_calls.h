// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: calls in nests of library functions that set memory (memset, memcpy, qsort).
#ifndef HPCC_ANALYSIS_LIBRARY_CALLS_H
#define HPCC_ANALYSIS_LIBRARY_CALLS_H

#include "builder.h"

// Notes what the call accesses. False, and nothing is noted, where it is no such call, its result is used, or memory may be mapped.
bool library_call_accesses(builder *b, nest_stmt *s, const prog_expr *call);

#endif
