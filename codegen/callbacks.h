// SPDX-License-Identifier: Apache-2.0
//
// The callbacks of a program (include/hpcc/callbacks.h): functions and tables for the phases of its cycle; of a part of a
// program: of all functions.
#ifndef HPCC_CODEGEN_CALLBACKS_H
#define HPCC_CODEGEN_CALLBACKS_H

#include "rewrite.h"

// Adds them to the end of the unit's text: hpcc_callbacks_table. False, and nothing is added: the unit has no phases.
bool callbacks_define(rewriter *w, const control_flow *flow, text *out);

#endif
