// SPDX-License-Identifier: Apache-2.0
//
// Elements of mapped memory that loops outside of the tasks read or set one by one.
#ifndef HPCC_ANALYSIS_SINGLE_ELEMENTS_H
#define HPCC_ANALYSIS_SINGLE_ELEMENTS_H

#include "task_graph.h"

// Whether something that is left outside of the tasks in the statement reads, or sets, an element that is another one
// for each value of `var`: one more than the loops around the innermost one of these expressions; 0: nothing does.
int elements_read_depth(const graph *g, unit_facts *f, const prog_stmt *s, const prog_symbol *var);
int elements_set_depth(const graph *g, unit_facts *f, const prog_stmt *s, const prog_symbol *var);

// Whether the loop reads, or its body sets, an element that is another one in each iteration, in a task or not.
bool elements_any_read(unit_facts *f, const prog_stmt *loop);
bool elements_any_set(unit_facts *f, const prog_stmt *loop);

#endif
