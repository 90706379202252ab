// SPDX-License-Identifier: Apache-2.0
//
// Promises of `resident` that are broken wherever a process has neighbours on both sides.
#ifndef HPCC_ANALYSIS_RESIDENT_CHECK_H
#define HPCC_ANALYSIS_RESIDENT_CHECK_H

#include "task_graph.h"

// Reports them.
void resident_check(const graph *g);

#endif
