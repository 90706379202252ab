// SPDX-License-Identifier: Apache-2.0
//
// Calls of functions that work on what they are given, and are not taken in place of the call: they call themselves,
// get their memory as void *, or go through it in ways that no subscript says. On arrays that an iteration has to
// itself they may do what they like.
#ifndef HPCC_ANALYSIS_CONFINED_H
#define HPCC_ANALYSIS_CONFINED_H

#include "../model/model.h"
#include "facts.h"

// Whether the call's function does nothing but work on what it is given.
bool confined_call(unit_facts *facts, const prog_expr *call);
// The same, but it may read and write files: whether it stores only through what it is given.
bool confined_call_stores(unit_facts *facts, const prog_expr *call);
// Whether it allocates memory for numbers, works on that, and returns it: the call gets nothing but numbers.
bool confined_call_gives(unit_facts *facts, const prog_expr *call);
// confined_call, or with `gives` the same of a function that may allocate; then marks the functions that run in the
// call in `functions` [symbol id].
bool confined_functions(unit_facts *facts, const prog_expr *call, bool gives, unsigned char *functions);

// Whether a function may write through a parameter of this type.
bool confined_may_write(const prog_type *pointer);
// Whether the elements that it leads to hold no addresses.
bool confined_leads_to_numbers(const prog_type *pointer);

#endif
