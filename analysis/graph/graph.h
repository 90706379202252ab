// SPDX-License-Identifier: Apache-2.0
//
// The task graph: which loops become tasks, and what their processes need.
// The room's public header: what other rooms may use.
#ifndef HPCC_ANALYSIS_GRAPH_ROOM_H
#define HPCC_ANALYSIS_GRAPH_ROOM_H

#include "called_work.h"
#include "control_flow.h"
#include "cycle_changes.h"
#include "cycle_writes.h"
#include "operations.h"
#include "pattern.h"
#include "phase_costs.h"
#include "process_map.h"
#include "remap_map.h"
#include "shadows.h"
#include "task_elements.h"
#include "task_graph.h"
#include "task_work.h"
#include "torus.h"

#endif
