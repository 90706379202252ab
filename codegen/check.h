// SPDX-License-Identifier: Apache-2.0
//
// -fdist-check: accesses to elements that say what they are when the program runs (include/hpcc/check.h). All of these
// do nothing and return false where the program is not checked.
#ifndef HPCC_CODEGEN_CHECK_H
#define HPCC_CODEGEN_CHECK_H

#include "rewrite.h"

// The access of the current task, with its check.
bool check_access(rewriter *w, const prog_expr *e, text *out);
// What stands before a task's entry, after it, and before it is left.
void check_before_entry(rewriter *w, const task *t, text *out);
void check_after_entry(rewriter *w, const task *t, text *out);
void check_before_leave(rewriter *w, const task *t, text *out);
// A call of a function that is marked `pure`, or a store in one.
bool check_pure(rewriter *w, const prog_expr *e, text *out);
// An element outside of tasks, with its check: `lvalue` is its text.
bool check_element(rewriter *w, const prog_expr *e, use_mode mode, const char *lvalue, text *out);

#endif
