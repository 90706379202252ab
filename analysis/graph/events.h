// SPDX-License-Identifier: Apache-2.0
//
// The communication event before a task: for each array the sections that a process needs, and those that are written.
#ifndef HPCC_ANALYSIS_EVENTS_H
#define HPCC_ANALYSIS_EVENTS_H

#include "task_graph.h"

// The task's arguments with their sections, from its nest and how that is split.
void events_make(graph *g, task *t);
// A loop in whose iterations different elements of mapped memory are read, and none set: it may have them brought for
// some iterations at a time.
bool events_come_in_portions(const nest *n);
// Frees the sections.
void events_free(task *t);

#endif
