// SPDX-License-Identifier: Apache-2.0
//
// isl's affine functions and parameter sets as C.
#ifndef HPCC_CODEGEN_AFFINE_TEXT_H
#define HPCC_CODEGEN_AFFINE_TEXT_H

#include "text.h"

#include <isl/aff.h>
#include <isl/set.h>

// Adds the value of `value`, whose domain has one name for each dimension (C, may be an expression in parentheses), as
// an operand. `names` NULL: it has no dimensions, and what is added may have to be put in parentheses. False after an
// error of isl's. Takes `value`.
bool affine_text_value(text *out, __isl_take isl_pw_aff *value, const char *const *names);
// Adds a condition, without parentheses around it, that holds where the parameters are in `set` (no dimensions). Takes
// `set`.
bool affine_text_condition(text *out, __isl_take isl_set *set);

#endif
