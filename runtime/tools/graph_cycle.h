// SPDX-License-Identifier: Apache-2.0
//
// One step of the phase cycle, once what stays valid is there: the events at which something is sent then.
#ifndef HPCC_TOOLS_GRAPH_CYCLE_H
#define HPCC_TOOLS_GRAPH_CYCLE_H

#include "graph.h"

// An event of the step, in the order of the phases.
typedef struct graph_sent {
	const json_t *unit, *event;
	size_t phase; // which one of the cycle's
	bool may;     // only where a condition holds that the graph does not know
	bool pointed; // only where a pointer leads to what another one has written since it was sent
	bool again;   // more than once: in a loop within the cycle, or in a function that is called from several places
} graph_sent;

// False ends the walk, which then gives false.
typedef bool graph_sent_visit(void *user, const graph_sent *sent);
bool graph_cycle_walk(const json_t *program, graph_sent_visit *visit, void *user);

#endif
