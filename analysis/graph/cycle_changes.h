// SPDX-License-Identifier: Apache-2.0
//
// Variables that the phase cycle sets: what depends on them differs from step to step, in a way that nobody knows but
// for the counters of loops.
#ifndef HPCC_ANALYSIS_CYCLE_CHANGES_H
#define HPCC_ANALYSIS_CYCLE_CHANGES_H

#include "control_flow.h"

// Whether the cycle may set a variable of this name, in the function or, at file scope, in one that the cycle calls. A
// loop's counter is one of them. Variables that a declaration in the cycle initialises are none.
bool cycle_may_set(const control_flow *flow, const prog_function *function, const char *name, size_t length);

// The same of any statement: whether it, or a function that it calls, may set a variable at file scope; and, if not
// `only_file_scope`, whether its own text may set another one of this name.
bool statement_may_set(
        const control_flow *flow, const prog_stmt *s, const char *name, size_t length, bool only_file_scope);

#endif
