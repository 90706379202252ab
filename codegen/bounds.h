// SPDX-License-Identifier: Apache-2.0
//
// What a process executes of a nest, in its text. All of these do nothing for tasks without.
#ifndef HPCC_CODEGEN_BOUNDS_H
#define HPCC_CODEGEN_BOUNDS_H

#include "rewrite.h"

// Changes the bounds of a split task's loops to what the process executes, and puts guards around statements where
// bounds are not enough. In every task loop variables that are hidden get a second name.
void bounds_change(rewriter *w, const task *t);
// What the root's head sets beside its own variable, in front of the task.
void bounds_hoist(rewriter *w, const task *t, text *out);
// Of a head with several operands those that say how the loop counts.
void bounds_counting_head(rewriter *w, const nest_loop *l, text *out);
// A value of parameters and of the loops around loop `innermost`, itself included (-1: none), as C.
void bounds_value(const nest *n, __isl_keep isl_pw_aff *value, int innermost, text *out);
// The name of a loop's variable in its body: one that no declaration there hides.
void bounds_variable(const nest *n, int loop, text *out);
// Variables that step beside loops (nest_counter): their declarations in the task; what they are at its end, kept
// inside of it and set behind it.
void bounds_declare_counters(rewriter *w, const nest *n, text *out);
void bounds_keep_counters(const task *t, text *out);
void bounds_final_counters(const task *t, text *out);

#endif
