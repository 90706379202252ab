// SPDX-License-Identifier: Apache-2.0
//
// Functions that are called in nests only.
#ifndef HPCC_ANALYSIS_WITHIN_H
#define HPCC_ANALYSIS_WITHIN_H

#include "task_graph.h"

// [symbol id] of functions: 1: all calls, which are known, are made in tasks that look into it. Lives as long as the
// unit.
unsigned char *within_nests(const graph *g);

#endif
