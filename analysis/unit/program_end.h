// SPDX-License-Identifier: Apache-2.0
//
// Where the program ends in the middle of something: `if (x < 0) { fprintf(stderr, "..."); exit(1); }`.
#ifndef HPCC_ANALYSIS_ENDS_H
#define HPCC_ANALYSIS_ENDS_H

#include "../model/model.h"

// The last statement of blocks, `do { ... } while (0)` included; NULL: there is none.
const prog_stmt *ends_last(const prog_stmt *s);

// Whether the statement always ends the program: with exit or the like as its last call, perhaps in a function that
// does.
bool ends_program(const prog_stmt *branch);

// Of a function that nests call: whether the branch of the condition `choice` does so, and may be changed to say it. To
// the function's callers it is then an assertion: nobody sees what is done on the way to the end but the end. It reads
// no elements but those that the condition does.
bool ends_as_assertion(const prog_unit *unit, const prog_stmt *choice, const prog_stmt *branch);

// The same of what stands behind a label of a switch: `default: fprintf(stderr, ...); exit(1);`. From child `from` of
// the switch's block up to the one before the result; 0: it is none.
int ends_section(const prog_unit *unit, const prog_stmt *block, int from);
// The first statement behind the labels.
const prog_stmt *ends_behind_labels(const prog_stmt *label);

// Whether the statement leaves all of `root`: `return`, `goto` or `break` that leads out of it, and what ends the
// program.
bool ends_leave(const prog_stmt *root, const prog_stmt *leave);

// A call of exit and its kin.
bool ends_call(const prog_expr *e);

#endif
