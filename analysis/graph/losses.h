// SPDX-License-Identifier: Apache-2.0
//
// What is told by default of tasks that are right and lose time: with the reason as a note.
#ifndef HPCC_ANALYSIS_LOSSES_H
#define HPCC_ANALYSIS_LOSSES_H

#include "task_graph.h"

// Whether all processes do work of the split nest in full that is as much as what they share.
bool losses_are_of_work(const task *t);
// The warnings of one task. Gives whether one says that all processes run it, or that they do so one after the other.
bool losses_report(const graph *g, const task *t);
// The warnings of a loop that is no task itself, with tasks in it.
void losses_report_loop(const graph *g, const graph_loop *l);

#endif
