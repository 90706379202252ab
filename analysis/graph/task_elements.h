// SPDX-License-Identifier: Apache-2.0
//
// What tasks do to memory that is not mapped: elements that they write on one process and that all need, and what they
// read that must be the same on all processes.
#ifndef HPCC_ANALYSIS_TASK_ELEMENTS_H
#define HPCC_ANALYSIS_TASK_ELEMENTS_H

#include "task_graph.h"

// The elements of an array that a process writes, in parts that boxes tell exactly: at most `most` sets over the
// parameters and what the process owns. Gives their number; they are the caller's.
int task_elements_written(const task *t, int object, __isl_give isl_set **sets, int most);

// The elements of an array that the task reads and does not set itself, over the parameters. 0: there are none, or it
// is not known which ones.
int task_elements_read(const task *t, int object, __isl_give isl_set **sets, int most);

// Whether the task reads the value that the variable has in front of it.
bool task_value_enters(const task *t, const prog_symbol *symbol);

#endif
