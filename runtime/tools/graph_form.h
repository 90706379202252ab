// SPDX-License-Identifier: Apache-2.0
//
// Closed forms of the graph (docs/graph.md), evaluated exactly: what does not fit into 64 bits has no value.
#ifndef HPCC_TOOLS_GRAPH_FORM_H
#define HPCC_TOOLS_GRAPH_FORM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// How deeply expressions may be nested,
// and of how many terms, or factors, and the operation one may be made.
enum { GRAPH_FORM_DEPTH = 32, GRAPH_FORM_TERMS = 1000 };

// How many terms all sums of an evaluation may have together: what would take minutes has no value.
enum { GRAPH_FORM_TURNS = 100000000 };

// Numbers by name.
typedef struct graph_value {
	char *name;
	long value;
	bool known;
} graph_value;

typedef struct graph_values {
	size_t n, room;
	graph_value *at;
	const char *missing; // a name without a value that was asked for; NULL: none so far
	long turns;          // terms of sums in the last evaluation
} graph_values;

// The place of a name, which is added where it has none.
size_t graph_slot(graph_values *v, const char *name);
void graph_values_free(graph_values *v);
void graph_define(graph_values *v, const char *name, long value);
void graph_undefine(graph_values *v, const char *name);
// NULL: the name has no value.
const long *graph_defined(graph_values *v, const char *name);

// Says what has no value, or that numbers are too large, where an evaluation has failed. Gives false.
bool graph_lacks(graph_values *v);

// A closed form that has been read once. NULL: there is none, or it was left out.
typedef struct graph_form graph_form;
graph_form *graph_form_new(const json_t *checked, graph_values *names);
void graph_form_free(graph_form *form);
// False: a name has no value (`names->missing`), or a number is too large.
bool graph_form_value(const graph_form *form, graph_values *names, long *value);
// The value of an expression alone.
bool graph_expression_value(const json_t *checked, graph_values *names, long *value);

#endif
