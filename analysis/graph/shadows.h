// SPDX-License-Identifier: Apache-2.0
//
// Shadows that are seen to be too small, before the program runs. What only the run knows the runtime checks
// (check_shadow).
#ifndef HPCC_ANALYSIS_SHADOWS_H
#define HPCC_ANALYSIS_SHADOWS_H

#include "task_graph.h"

// Reports each array with a `shadow` of constant widths that a loop's halo exceeds, with the shadow that all loops of
// the graph need together.
void shadows_check(const graph *g);

#endif
