// SPDX-License-Identifier: Apache-2.0
//
// Communication graphs as programs make them, and machines to map them onto, by name. For the study and for tests.
#ifndef HPCC_BENCH_MAPPING_GRAPHS_H
#define HPCC_BENCH_MAPPING_GRAPHS_H

#include "../../machine/mapping.h"

typedef struct {
	const char *name;
	mapping_graph *(*make)(int n); // finished
} graph_kind;

typedef struct {
	const char *name;
	int slots;
	mapping_tree *(*make)(void); // finished
} machine_kind;

// Both end with a row without a name.
extern const graph_kind graph_kinds[];
extern const machine_kind machine_kinds[];

// 0 to below 1, the same sequence everywhere.
double graphs_chance(unsigned *state);

#endif
