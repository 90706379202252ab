// SPDX-License-Identifier: Apache-2.0
//
// Pointers that a function declares without a value and sets once: `cell *c; ...; c = at(i, j);`. For the analysis they
// are declared where they are set.
#ifndef HPCC_ANALYSIS_SET_ONCE_H
#define HPCC_ANALYSIS_SET_ONCE_H

#include "../model/model.h"

// The function's body, or a copy of its statements in which these pointers are declared so. Made once.
prog_stmt *set_once_body(prog_unit *unit, const prog_function *f);

#endif
