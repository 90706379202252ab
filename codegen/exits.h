// SPDX-License-Identifier: Apache-2.0
//
// Ways out of a task before its end. In the task a branch that leaves it notes the iteration and goes to the task's
// end; behind the task what the branch says is done, once, for the first one that was taken. All of these do nothing
// for tasks without.
#ifndef HPCC_CODEGEN_EXITS_H
#define HPCC_CODEGEN_EXITS_H

#include "rewrite.h"

// Whether the task may be run a second time, up to the first exit: hpcc_again says that it is.
bool exits_run_again(const task *t);
// Before the task's parameters; what is run again up to the first exit begins here.
void exits_open(const task *t, text *out);
// The text of the branch in the task, if `s` is one: true.
bool exits_branch(rewriter *w, const prog_stmt *s);
// Behind hpcc_enter: what the nest sets is kept.
void exits_keep(const task *t, text *out);
// What ends a loop when it is run again, as a condition: " && ...", or nothing.
void exits_limit(const task *t, int loop, text *out);
// Where an inner loop ends then is found in front of it; statements behind an exit are guarded.
void exits_before_loop(rewriter *w, const task *t, int loop);
void exits_behind_loop(rewriter *w, const task *t, int loop);
void exits_guard(rewriter *w, const task *t);
// Behind the loops; behind hpcc_leave; behind all results.
void exits_label(const task *t, text *out);
void exits_find(const task *t, text *out);
void exits_take(rewriter *w, const task *t, text *out);

// Whether the task is undone and run by all where the program would end in a function that it calls: hpcc_over says
// that it is.
bool exits_go_back_to(const task *t);
// In a function: the branch of a condition that ends the program, or what is behind labels, says so first, if nests
// call the function.
void exits_ending(rewriter *w, const prog_stmt *around, const prog_stmt *branch);

#endif
