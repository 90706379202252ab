// SPDX-License-Identifier: Apache-2.0
//
// What may be called where: inquiry functions whose answers differ, functions that nothing is known of.
#ifndef HPCC_ANALYSIS_MARKS_H
#define HPCC_ANALYSIS_MARKS_H

#include "../model/model.h"
#include "facts.h"

// A call of a local function where it may stand: its value is reduced into a variable by `op` (ADD, MUL, AND, OR, XOR,
// LAND, LOR; LT: min, GT: max), or not used (NONE).
typedef struct local_call {
	const prog_expr *call; // NULL: none in this statement
	prog_op op;
} local_call;
local_call marks_local_call(const prog_stmt *s);

// Reports what is called where it cannot be.
void marks_check(const unit_facts *facts);

#endif
