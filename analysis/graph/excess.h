// SPDX-License-Identifier: Apache-2.0
//
// Sections are told to the runtime as boxes: what lies across one, as a diagonal of a matrix does, is sent with all
// of the box.
#ifndef HPCC_ANALYSIS_EXCESS_H
#define HPCC_ANALYSIS_EXCESS_H

#include "../nest/nest.h"
#include "task_graph.h"

// A read for which processes get more than twice as many of others' elements of the argument as they read; NULL: it is
// not seen that there is one. Only subscripts and bounds that are affine are looked at, with sizes that stand for all
// large ones.
const nest_access *excess_of(const task *t, const task_arg *a);

#endif
