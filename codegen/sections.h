// SPDX-License-Identifier: Apache-2.0
//
// The tables and functions that the runtime gets for a task: which sections of each array a process needs.
#ifndef HPCC_CODEGEN_SECTIONS_H
#define HPCC_CODEGEN_SECTIONS_H

#include "rewrite.h"

// Adds the section functions and the tables of one task; reports nothing.
void sections_task(rewriter *w, const task *t, text *out);
// Adds a section function of the given name for boxes of `sets`.
void sections_function(const char *name, int n, __isl_keep isl_set *const *sets, __isl_keep isl_set *only, text *out);

// The indices in one dimension, without those of the others.
__isl_give isl_set *sections_line(__isl_keep isl_set *set, int dim);
// Adds them as the initialiser of an hpcc_range; what they do not end at is -HPCC_INF or HPCC_INF.
void sections_range(__isl_keep isl_set *set, int dim, text *out);

#endif
