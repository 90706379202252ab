// SPDX-License-Identifier: Apache-2.0
//
// What statements do to mapped memory where they stand, before anything is known of nests.
#ifndef HPCC_ANALYSIS_TOUCHES_H
#define HPCC_ANALYSIS_TOUCHES_H

#include "../model/model.h"
#include "facts.h"

typedef struct touches {
	bool reads, writes; // elements that may be mapped
	bool takes;         // reads some for more than to set them anew, x += 1
	bool expected;      // some of these are seen to be mapped, or it is not known
} touches;

// Adds what the statement (NULL: none) does, functions that it calls left out.
void touches_of(unit_facts *facts, const prog_stmt *s, touches *r);
// The same of an lvalue that is written, read, or both, and of what its subscripts are made of.
void touches_of_lvalue(unit_facts *facts, const prog_expr *e, bool write, bool read, touches *r);

#endif
