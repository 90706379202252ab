// SPDX-License-Identifier: Apache-2.0
//
// Ways out of a task before its end. In the task a branch that leaves it notes the iteration and goes to the task's end; behind the task what
// the branch says is done, once, for the first one that was taken. All of these do nothing for tasks without.
#ifndef HPCC_CODEGEN_EXITS_H
#define HPCC_CODEGEN_EXITS_H

#include "rewrite.h"

// Before the task's parameters; what is run again up to the first exit begins here.
void exits_open(const task *t, text *out);
// The text of the branch in the task, if `s` is one: true.
bool exits_branch(rewriter *w, const prog_stmt *s);
// What ends the outermost loop when it is run again, as a condition: "" or " && ...".
const char *exits_limit(const task *t);
// Behind the loops; behind hpcc_leave; behind all results.
void exits_label(const task *t, text *out);
void exits_find(const task *t, text *out);
void exits_take(rewriter *w, const task *t, text *out);

#endif
