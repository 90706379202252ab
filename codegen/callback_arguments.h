// SPDX-License-Identifier: Apache-2.0
//
// What a call in another file's table passes, as far as that is simple: numbers, and integer variables with something
// added.
#ifndef HPCC_CODEGEN_CALLBACK_ARGUMENTS_H
#define HPCC_CODEGEN_CALLBACK_ARGUMENTS_H

#include "../analysis/graph/graph.h"

#include "text.h"

// Rows of hpcc_callback_argument, one for each argument of the call in the function; `loop`: the outermost one around
// it, or NULL. How many there are.
int callback_arguments(const control_flow *flow, const prog_function *function, const prog_stmt *loop,
        const prog_expr *call, text *out);

#endif
