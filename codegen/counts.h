// SPDX-License-Identifier: Apache-2.0
//
// How often a process executes the statements of a task: a function of the parameters and of what it owns, for
// HPCC_STATS.
#ifndef HPCC_CODEGEN_COUNTS_H
#define HPCC_CODEGEN_COUNTS_H

#include "rewrite.h"

// Adds the function hpcc_work_<id>.
void counts_function(const task *t, text *out);

// The most operations that a statement of the task has in one execution, slow ones as so many simple ones; 0: not
// known.
long counts_operations(const task *t);

#endif
