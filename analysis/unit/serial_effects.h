// SPDX-License-Identifier: Apache-2.0
//
// What code that not all processes run alike (serial, local) uses and changes outside of itself, the functions that it
// calls included: a serial function's changes must become known to all, a local one may make none but to mapped memory.
#ifndef HPCC_ANALYSIS_OUTSIDE_H
#define HPCC_ANALYSIS_OUTSIDE_H

#include "../model/model.h"
#include "facts.h"

// Memory without a mapping, or perhaps without, that the code changes.
typedef struct outside_change {
	const char *text; // C, as it is before the code runs: an lvalue, or a pointer
	bool is_pointer;
	const prog_symbol *symbol; // at its root
	const prog_mapping
	        *shape; // is_pointer: the shape of the memory; NULL: not known, it must turn out to be mapped
	prog_loc loc;
} outside_change;

typedef struct outside_problem {
	diag_id id;
	prog_loc loc;
	const char *text;
} outside_problem;

typedef struct outside {
	int n_changes;
	outside_change *changes;
	int n_used; // arrays and pointers that may lead to mapped memory, as they are before the code runs
	const prog_symbol **used;
	bool uses_all;   // any mapped array may be reached
	bool uses_known; // it names mapped arrays
	bool stores;     // it may change mapped memory
	int n_problems;
	outside_problem *problems;
} outside;

typedef enum outside_kind { OUTSIDE_SERIAL, OUTSIDE_LOCAL } outside_kind;

// Of the function `f` (then `code` is its body), or of a statement (f NULL). In the unit's arena.
outside *outside_of(const unit_facts *facts, outside_kind kind, const prog_function *f, const prog_stmt *code);

#endif
