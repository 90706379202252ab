// SPDX-License-Identifier: Apache-2.0
//
// -Rdist=summary: a line for each loop nest of the source; the same in front of the tasks of text that is to be read.
#ifndef HPCC_CODEGEN_SUMMARY_H
#define HPCC_CODEGEN_SUMMARY_H

#include "rewrite.h"

// Hands the lines to remark.h's sink, in the order of the source.
void summary_tell(const rewriter *w);

// What the line of a task says, without its place: "split along dimension 0 of 'u'; sent each time: ...".
void summary_of_task(const graph *g, const task *t, text *out);

// What is sent of an argument in front of a task: "1 row from below and 1 row from above of 'u'".
void summary_of_pattern(const task *t, const task_arg *a, const pattern *p, text *out);

// The element by whose owner alone all of the task is run; NULL: it is another kind of task.
const char *summary_owner(const task *t);

// Why the task is not split, or is run in turns, and where the reason is (NULL: it has no place). False: there is none.
bool summary_reason(const graph *g, const task *t, text *out, const prog_loc **where);

#endif
