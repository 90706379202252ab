// SPDX-License-Identifier: Apache-2.0
//
// What is done again and again: loops, and functions that loops call, in whose iterations an array changes.
#ifndef HPCC_ANALYSIS_REPEATS_H
#define HPCC_ANALYSIS_REPEATS_H

#include "../model/model.h"
#include "task_graph.h"

// What an argument is a name of, or the address of the first element of, as *u, u[0] and &u[0][0] are; NULL: of
// nothing.
const prog_symbol *repeats_named_by(const prog_expr *argument);
// Whether a nest in the loop, or in a function that it calls, writes what the name stands for, in parts where it has no
// mapping, or the loop sets the name. What all have got, and nobody has changed, is not sent again.
bool repeats_changes(const graph *g, const prog_stmt *loop, const prog_symbol *symbol);
// Whether the statement of `function`, which is in no loop there, is executed in each iteration of a loop that calls
// it, or whose calls do in turn, and in which what the name (of `function`) stands for changes. In `call` the call in
// that loop.
bool repeats_call(const graph *g, const prog_stmt *s, const prog_function *function, const prog_symbol *symbol,
        const prog_expr **call);

#endif
