// SPDX-License-Identifier: Apache-2.0
//
// How large a mapped array is and how it lies on processes, as JSON of the task graph (docs/graph.md): what a reader
// needs to say for itself which indices each process owns.
#ifndef HPCC_CODEGEN_GRAPH_LAYOUT_H
#define HPCC_CODEGEN_GRAPH_LAYOUT_H

#include "text.h"

#include "../analysis/model/model.h"

// Adds "extents" and, where the array is distributed by blocks that are known here, "layout" to the object that is
// open. Nothing where `m` is NULL or its memory may have another mapping when the program runs.
void graph_layout(const prog_unit *unit, const prog_mapping *m, text *out);

#endif
