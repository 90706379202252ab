// SPDX-License-Identifier: Apache-2.0
//
// Which pointers lead to memory that is never mapped: what malloc and its like return, and the program's own variables, as long as no
// pointer with a mapping may lead there too. Flow-insensitive inclusion (after L. Andersen), one set for all objects' member of a name.
#ifndef HPCC_ANALYSIS_POINTS_TO_H
#define HPCC_ANALYSIS_POINTS_TO_H

#include "program.h"

typedef struct points_to points_to;

// Lives as long as `unit`, in its arena.
points_to *points_to_new(prog_unit *unit);

// `s` is a variable, parameter or member that is a pointer.
// Proved: the memory that it leads to is not mapped while it does.
bool points_to_unmapped(const points_to *p, const prog_symbol *s);
// All that this unit lets it lead to is not mapped; other units may do otherwise. False where this unit gives it nothing.
bool points_to_expected_unmapped(const points_to *p, const prog_symbol *s);

// Whether two different pointers, or a pointer and an array, may lead to the same memory.
bool points_to_may_meet(const points_to *p, const prog_symbol *a, const prog_symbol *b);

#endif
