// SPDX-License-Identifier: Apache-2.0
//
// --layout 'u=gen_block(10,20,30);v=gen_block(5,7),gen_block(8,4)' where nothing is run: what HPCC_LAYOUT means to a
// program that runs (runtime/chosen.c).
#ifndef HPCC_TOOLS_GRAPH_SIZES_H
#define HPCC_TOOLS_GRAPH_SIZES_H

#include <stdbool.h>

typedef struct graph_sizes graph_sizes;

// `text` NULL: none are asked for. False: it has been said what is wrong.
bool graph_sizes_read(const char *text, graph_sizes **sizes);
void graph_sizes_free(graph_sizes *sizes);
// Those of dimension k, of the ones that are split, of the array or template of this name, which has n indices there.
// NULL: none are asked for.
const long *graph_sizes_find(const graph_sizes *sizes, const char *name, int k, long n, long *n_sizes);

#endif
