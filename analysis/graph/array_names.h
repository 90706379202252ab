// SPDX-License-Identifier: Apache-2.0
//
// By which names an array without a mapping is known: the variable's own, and those of parameters that get its address.
#ifndef HPCC_ANALYSIS_ARRAY_NAMES_H
#define HPCC_ANALYSIS_ARRAY_NAMES_H

#include "task_graph.h"

enum { ARRAY_NAMES = 16 };
// A parameter may be several arrays in turn: these are all of them, with all of their names.
typedef struct array_names {
	const graph *g;
	int n;
	const prog_symbol *list[ARRAY_NAMES];
} array_names;

// False: others may know the memory, or it is not seen what the name stands for.
bool array_names_of(const graph *g, const prog_symbol *name, array_names *names);
bool array_names_have(const array_names *names, const prog_symbol *s);
// Whether an element may be read outside of loops that are split; what is called in such loops only is in these.
bool array_names_read_outside(const array_names *names);

#endif
