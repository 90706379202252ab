// SPDX-License-Identifier: Apache-2.0
//
// Which indices of an array each process owns, by its layout in the graph, as the runtime decides (runtime/layout.c).
#ifndef HPCC_TOOLS_GRAPH_LIES_H
#define HPCC_TOOLS_GRAPH_LIES_H

#include "graph.h"
#include "graph_form.h"
#include "graph_sizes.h"

enum { GRAPH_MOST_DIMS = 8 };

// How an array lies on its grid of processes.
typedef struct graph_lies {
	const json_t *layout;
	int n;
	long extent[GRAPH_MOST_DIMS]; // of the grid
	long count;                   // processes in it
	int dim[GRAPH_MOST_DIMS];     // of the array; -1: none
	// For each dimension of the grid, by coordinates. Where one owns nothing the interval is empty, and stands between
	// those of its neighbours, so that what several in a row own is an interval.
	long *lo[GRAPH_MOST_DIMS], *hi[GRAPH_MOST_DIMS];
	struct graph_lies *next;
} graph_lies;

// What intervals are computed with, and those that have been. Begins with `first` NULL.
typedef struct graph_owners {
	graph_values *values;
	long processes;
	graph_sizes *sizes; // of blocks that were asked for; may be NULL
	graph_lies *first;
} graph_owners;

// Of an array's row in the graph, which has a layout. NULL: it has been said what is wrong.
const graph_lies *graph_lies_of(graph_owners *o, const json_t *array);
void graph_owners_free(graph_owners *o);

// The coordinate of a process along dimension k; -1: it is not in the grid.
long graph_coordinate(const graph_lies *l, long process, int k);
long graph_process_at(const graph_lies *l, const long *coordinate);

#endif
