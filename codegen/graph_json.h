// SPDX-License-Identifier: Apache-2.0
//
// The static task graph of a unit as JSON: what -fdist-emit=graph-json prints, and what the executable carries.
// docs/graph.md describes the schema; what changes its meaning changes its version.
#ifndef HPCC_CODEGEN_GRAPH_JSON_H
#define HPCC_CODEGEN_GRAPH_JSON_H

#include "graph_forms.h"
#include "text.h"

#include "../analysis/graph/graph.h"

enum { GRAPH_JSON_VERSION = 1 };

// Of isl's, for what is said of one argument: each program is translated with its graph, which must not be felt.
enum { GRAPH_JSON_OPERATIONS = 20000 };

// Adds the graph, with the tasks of versions of functions, as one object, with a newline at its end. Closed forms
// are those that are found soon, or, if `full`, all.
void graph_json(const graph *g, const control_flow *flow, graph *const *versions, int n_versions, bool full, text *out);

#endif
