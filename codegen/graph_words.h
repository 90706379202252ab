// SPDX-License-Identifier: Apache-2.0
//
// What nodes and events of the task graph are, in the words of the source.
#ifndef HPCC_CODEGEN_GRAPH_WORDS_H
#define HPCC_CODEGEN_GRAPH_WORDS_H

#include "text.h"

#include "../analysis/graph/graph.h"

// Of a loop or branch what stands in front of its body.
void graph_words_of_head(const prog_unit *unit, const prog_stmt *s, text *out);
// What is sent in front of a task, with so many operations of isl's.
void graph_words_of_pattern(const flow_node *node, const pattern *p, unsigned long operations, text *out);
// What is sent behind it.
void graph_words_of_result(const flow_node *node, text *out);
void graph_words_of_turns(const task *t, text *out);
void graph_words_of_element(const prog_unit *unit, const flow_node *node, text *out);
void graph_words_of_remap(const prog_stmt *s, text *out);

// How many events a node stands for, and the id of the n-th one of them, of which `first` are those of its task before
// it: "3.0", and "n17" where it belongs to no task.
int graph_events_of(const flow_node *node);
void graph_event_id(const flow_node *node, int first, int n, char to[32]);

#endif
