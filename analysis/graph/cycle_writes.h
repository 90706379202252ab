// SPDX-License-Identifier: Apache-2.0
//
// What a loop writes, in functions that it calls as well: of what it leaves alone what other processes have got once
// stays as it is.
#ifndef HPCC_ANALYSIS_CYCLE_WRITES_H
#define HPCC_ANALYSIS_CYCLE_WRITES_H

#include "control_flow.h"

typedef struct cycle_writes cycle_writes;

// In the unit's arena.
cycle_writes *cycle_writes_of(const control_flow *flow, const prog_stmt *loop);

// A call that leads to what is looked at, in the function that stands in the loop or is called by `outer`.
typedef struct cycle_call {
	const prog_expr *call;
	const prog_function *callee;
	const struct cycle_call *outer; // NULL: it stands in the loop
} cycle_call;

// Whether it is certain that the loop writes no element of the array, or of what the pointer leads to, and that this is
// the same memory in all steps. `calls`: those by which its function is entered; NULL: it is that of the loop.
bool cycle_leaves_alone(const cycle_writes *w, const prog_symbol *array, const cycle_call *calls);

#endif
