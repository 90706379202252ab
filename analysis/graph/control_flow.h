// SPDX-License-Identifier: Apache-2.0
//
// The control flow of the static task graph: what each function does, in its order, as a tree of loops and branches
// around calls, tasks, communication, output and code that all processes run alike. It is found when the graph is
// complete, from the program model and the tasks.
#ifndef HPCC_ANALYSIS_CONTROL_FLOW_H
#define HPCC_ANALYSIS_CONTROL_FLOW_H

#include "../model/model.h"
#include "pattern.h"
#include "task_graph.h"

typedef enum flow_kind {
	FLOW_LOOP,
	FLOW_BRANCH,
	FLOW_CALL, // of a function of the program, in this unit or another one, or by a pointer
	FLOW_TASK,
	FLOW_COMMUNICATION, // in front of a task: what processes need of one array
	FLOW_TURNS,         // in a task that processes run in turns: what each one hands on to the next
	FLOW_REDUCTION,     // behind a task: what processes have combined, each for itself
	FLOW_LAST_VALUE,    // behind a task: what the last iteration leaves in a variable
	FLOW_JOIN,          // behind a task: the parts of an array that processes have set, to all
	FLOW_ELEMENT,       // an element of mapped memory, outside of tasks
	FLOW_IO,            // a call of the C library that reads or writes files
	FLOW_REMAP,         // redistribute, realign
	FLOW_SERIAL,        // what one process alone runs
	FLOW_LOCAL,         // a call of a local function: each process runs it on its part
	FLOW_CODE,          // what all processes run alike: statements in a row
	FLOW_N_KINDS,
} flow_kind;

typedef struct flow_node flow_node;
typedef struct flow_list {
	int n, room;
	flow_node **node;
} flow_list;

struct flow_node {
	int id; // from 1 in the unit, in the order of the trees, a node before what is in it
	flow_kind kind;
	const prog_stmt *stmt; // what it is; of an expression that it stands for: the statement that it is in
	prog_loc loc;
	unsigned last_line;        // in the file of `loc`
	const prog_expr *expr;     // CALL, IO, LOCAL: the call; ELEMENT; else NULL
	const prog_symbol *callee; // CALL, IO, SERIAL, LOCAL: the function; NULL: none, or by a pointer
	bool reads, writes;        // ELEMENT
	const task *task;          // TASK, and what stands in front of one or behind it
	const task_arg *arg;       // COMMUNICATION
	patterns sent;             // COMMUNICATION: at least one
	int object;                // REDUCTION, LAST_VALUE, JOIN: of the task's nest
	// BRANCH: of the loop at `stmt`, by what its distribution assumes: its parts, or the loop as it is.
	const distribution *parts;
	flow_list body, otherwise; // LOOP, BRANCH, SERIAL
};

typedef struct flow_function {
	const prog_function *function;
	bool entered; // else it runs in nests of others only, which look into it, and has no nodes
	flow_list nodes;
} flow_function;

typedef struct control_flow {
	const graph *g;
	int n_functions; // those that may run
	flow_function *functions;
	int n_nodes;
	// The phase cycle: the outermost sequential loop around tasks that are split, in main or in what it calls. NULL:
	// there is none; then what main does once takes its place. Without main in this unit there are no phases.
	const flow_node *cycle;
	const flow_function *cycle_function;
	flow_list phases; // its tasks and what is communicated in it, in order, each node once
} control_flow;

// Of a finished graph, which must live longer. The unit's memory; never NULL.
control_flow *control_flow_build(const graph *g);

// Whether the node stands for something that is sent.
bool flow_is_communication(const flow_node *node);
// The function's part; NULL: it is not defined in this unit, or never runs.
const flow_function *flow_function_of(const control_flow *flow, const prog_symbol *function);

// How many loops a split task has around its innermost statement; 0: the node is none.
int flow_split_depth(const flow_node *node);

#endif
