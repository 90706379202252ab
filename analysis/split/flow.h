// SPDX-License-Identifier: Apache-2.0
//
// Which value is read where in a nest: from which statements' iterations, or from before it.
#ifndef HPCC_ANALYSIS_FLOW_H
#define HPCC_ANALYSIS_FLOW_H

#include "../model/model.h"
#include "../nest/nest.h"

// Loops around the deepest statement.
int flow_depth(const nest *n);
// When iterations are executed: S<k>[...] -> [time, loop, time, ...], 2 * depth + 1 of them.
__isl_give isl_map *flow_schedule(const nest *n, const nest_stmt *s, int depth);

// From iterations that set a scalar, or an element of memory without owners, to those that may read it. NULL, and a
// reason, where there are too many cases. `entering` (may be NULL): the reads that may see what was there before the
// nest.
__isl_give isl_union_map *flow_of(nest *n, __isl_give isl_union_map **entering);
// The elements of an array without a mapping that the nest may set, whatever its parameters are, and those of which it
// may read what it has not set itself. NULL: not known; all of them.
__isl_give isl_set *flow_elements_set(const nest *n, const prog_symbol *array);
__isl_give isl_set *flow_elements_enter(nest *n, const prog_symbol *array);
// The elements of a mapped array, over the parameters, of which the nest may read what it has not set itself before;
// the caller's. NULL: not known; all that it reads.
__isl_give isl_set *flow_mapped_elements_enter(nest *n, int object);
// The elements, over the parameters, that both branches of some condition set, which is asked whatever the data are;
// the caller's. NULL: there are none.
__isl_give isl_set *flow_set_in_branches(const nest *n, int object);
// The statement at one end of such a map.
int flow_stmt(__isl_keep isl_map *map, enum isl_dim_type type);
// What a value goes by from one statement to the other: the object's name, and in `loc` where it is read.
const char *flow_between(const nest *n, const nest_stmt *w, const nest_stmt *r, prog_loc *loc);

// Sets entering[id] for each variable, array or pointer of whose value (or memory) the nest may read what it has not
// set itself.
void flow_values_enter(nest *n, unsigned char *entering);
// The same for one of them.
bool flow_value_enters(nest *n, const prog_symbol *symbol);

#endif
