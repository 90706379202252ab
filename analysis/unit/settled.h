// SPDX-License-Identifier: Apache-2.0
//
// Pointers that have their last value before other ones get theirs.
#ifndef HPCC_ANALYSIS_SETTLED_H
#define HPCC_ANALYSIS_SETTLED_H

#include "../model/model.h"

// Whether `pointer` is not set any more when `array` is: both variables are set in one function, and in no other one.
// False, too, where that is not known.
bool settled_before(const prog_unit *unit, const prog_symbol *pointer, const prog_symbol *array);

#endif
