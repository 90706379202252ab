// SPDX-License-Identifier: Apache-2.0
//
// What processes execute and get, by the closed forms of the graph: for given parameters and any number of processes,
// without a run.
#ifndef HPCC_TOOLS_GRAPH_EVAL_H
#define HPCC_TOOLS_GRAPH_EVAL_H

#include "graph.h"
#include "graph_form.h"

typedef struct graph_eval graph_eval;

// With the request's definitions (-Dn=4096) and processes. NULL: it has been said what is wrong with them.
graph_eval *graph_eval_new(const graph_request *r, const json_t *program);
void graph_eval_free(graph_eval *e);
int graph_eval_processes(const graph_eval *e);

// Of one run of a task, summed up over what a process does.
typedef struct graph_cost {
	bool known;     // of the iterations
	bool estimated; // something of it
	long iterations, most;
	bool flops_known;
	long flops;
} graph_cost;

// False: a parameter has no value, which has been said.
bool graph_eval_task(graph_eval *e, const json_t *unit, const json_t *task, graph_cost *cost);
// Of one process.
bool graph_eval_process(graph_eval *e, const json_t *unit, const json_t *task, int process, graph_cost *cost);

// What goes from a process to another at an event, in bytes.
typedef void graph_pair(void *user, int from, int to, long bytes);
typedef enum graph_known { GRAPH_NOT_KNOWN, GRAPH_KNOWN, GRAPH_WRONG } graph_known; // WRONG: has been said
graph_known graph_eval_event(graph_eval *e, const json_t *unit, const json_t *event, graph_pair *visit, void *user);

#endif
