// SPDX-License-Identifier: Apache-2.0
//
// Arrays that a nest brings to all processes.
#ifndef HPCC_ANALYSIS_GATHERING_H
#define HPCC_ANALYSIS_GATHERING_H

#include "task_graph.h"

// Whether all processes get the same of the argument, half of it at least, from all.
bool gathering_is_of_all(const task *t, const task_arg *a);
// Whether the split nest does that with one of its mapped arrays.
bool gathering_is_done(const task *t);

// Whether the nest does no more than to combine the elements of a few indices that others own, a window of an array: to
// bring them costs less than for all to wait for each other.
bool gathering_is_window(const task *t);

#endif
