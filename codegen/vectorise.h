// SPDX-License-Identifier: Apache-2.0
#ifndef HPCC_CODEGEN_VECTORISE_H
#define HPCC_CODEGEN_VECTORISE_H

#include "rewrite.h"

// Whether the nest is better off where the compiler does not know that its arrays do not overlap.
bool vectorise_better_unknown(const nest *n);

// Loops in strips.
// Whether the loop (index in the current task's nest) is to be run in strips.
bool strips_wanted(const rewriter *w, int loop);
// Rewrites the loop's head and what is around its body.
void strips_apply(rewriter *w, int loop);
// Rewrites the statement of the current task, if it is one that adds something up in such a loop.
bool strips_statement(rewriter *w, const prog_stmt *s);

#endif
