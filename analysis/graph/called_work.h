// SPDX-License-Identifier: Apache-2.0
//
// What the functions do that a loop calls outside of its tasks: which of them get another part of an array in each
// iteration, and how much of their work is split among the processes.
#ifndef HPCC_ANALYSIS_CALLED_WORK_H
#define HPCC_ANALYSIS_CALLED_WORK_H

#include "../model/model.h"
#include "task_graph.h"

// A call in the loop, outside of the tasks, that gets another part of mapped memory for each value of `var`; NULL:
// there is none, or the functions that are called so have no loops while the processes share loops in each iteration,
// as where a step's result is shown for one element.
const prog_expr *called_work_on_part(const graph *g, const prog_stmt *loop, const prog_symbol *var);

// A call in the loop, outside of the tasks, of a function whose loops run on the owner of what `var` chooses, one
// process after the other; NULL: there is none, or it makes ready what more work that is split waits for, as a
// pivot's row is.
const prog_expr *called_work_for_row(const graph *g, const prog_stmt *loop, const prog_symbol *var);

// A function that the statement calls, wherever in it, which touches memory that is mapped, or may be, itself or in a
// call of its own; NULL: there is none.
const prog_symbol *called_work_touching(const graph *g, const prog_stmt *s);

// The number of loops around the innermost statement of what the calls in the statement (NULL: none), outside of the
// tasks, split among the processes: loops around the calls within the statement, and in the functions that are called
// in turn, included. 0: nothing is split. Calls that get another part of mapped memory for each value of `var` (NULL:
// there is no such variable) do not count: the owner of that part does their work. The functions that are called have
// been planned.
int called_work_depth(const graph *g, const prog_stmt *s, const prog_symbol *var);

// Notes how much of a function's work is split, once it is planned: its tasks are those from `first_task` on.
void called_work_note(graph *g, const prog_function *f, int first_task);

#endif
