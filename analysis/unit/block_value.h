// SPDX-License-Identifier: Apache-2.0
//
// GNU's statement expressions that are one value: ({ int a = x; int b = y; a > b ? a : b; }), as macros for the larger
// of two have them.
#ifndef HPCC_ANALYSIS_BLOCK_VALUE_H
#define HPCC_ANALYSIS_BLOCK_VALUE_H

#include "../model/model.h"

// What the expression is, with what its variables are set to in place of them: for what must be known of its value, not
// for its text. NULL where it is no statement expression, or does more than to set variables of its own.
const prog_expr *block_value(prog_unit *unit, const prog_expr *e);

#endif
