// SPDX-License-Identifier: Apache-2.0
//
// Pointers that have their last value before other ones get theirs.
#ifndef HPCC_ANALYSIS_SETTLED_H
#define HPCC_ANALYSIS_SETTLED_H

#include "../model/model.h"

// Whether no pointer that is set somewhere after it may be `pointer`: both variables are set in one function alone, and
// there, when `array` is set, `pointer` is not set any more. False, too, where that is not known.
bool settled_before(const prog_unit *unit, const prog_symbol *pointer, const prog_symbol *array);

#endif
