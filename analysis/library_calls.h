// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: calls in nests of library functions that set memory (memset, memcpy, qsort), or put it out (fwrite).
#ifndef HPCC_ANALYSIS_LIBRARY_CALLS_H
#define HPCC_ANALYSIS_LIBRARY_CALLS_H

#include "builder.h"

// Notes what the call accesses. False, and nothing is noted, where it is no such call, its result is used, or memory may be mapped.
bool library_call_accesses(builder *b, nest_stmt *s, const prog_expr *call);

// The element of mapped memory, or the part of one, whose bytes a call puts out; NULL: it does nothing of the kind.
const prog_expr *library_call_shows(unit_facts *facts, const prog_expr *call);

#endif
