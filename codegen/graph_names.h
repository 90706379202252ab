// SPDX-License-Identifier: Apache-2.0
//
// The names that the parameters of a task's sets have for who reads them: `n` for hpcc_par[0] where the source says n,
// `lo0` and `hi0` for the interval that a process owns along axis 0. They are identifiers of isl, so that what is
// printed can be read again.
#ifndef HPCC_CODEGEN_GRAPH_NAMES_H
#define HPCC_CODEGEN_GRAPH_NAMES_H

#include "../analysis/graph/graph.h"

#include <isl/set.h>

enum { GRAPH_NAME_SIZE = 64 };
// The name of parameter k of the nest, in `to`.
void graph_name_of_param(const nest *n, int k, char to[GRAPH_NAME_SIZE]);
void graph_name_of_own(int axis, own_end end, char to[GRAPH_NAME_SIZE]);
// The name of a parameter of a space, whatever it is.
void graph_name_in_space(const nest *n, __isl_keep isl_space *space, unsigned param, char to[GRAPH_NAME_SIZE]);
// The set with its parameters named so, and its tuple without a name. Takes `set`.
__isl_give isl_set *graph_names_set(const nest *n, __isl_take isl_set *set);

#endif
