// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: one attempt to split a nest, by its steps.
#ifndef HPCC_ANALYSIS_ATTEMPT_H
#define HPCC_ANALYSIS_ATTEMPT_H

#include "partition.h"

typedef struct attempt {
	unit_facts *facts;
	nest *n;
	partition *p;
	bool merged;                        // axes of different homes share intervals where their dimensions correspond
	bool matched;                       // ... where their subscripts are the same
	unsigned dropped[NEST_MAX_OBJECTS]; // [object]: dimensions that must not be split
	bool droppable;                     // the violation found might go away without some droppable axis
	isl_set *assumes_bounds; // what was assumed before; NULL: nothing is assumed of how bounds fit each other
	isl_union_map *flow;
} attempt;

// homes.c
// Gives each statement its home. False, and a reason, where one has none.
bool homes_choose(attempt *t);
// Whether what the nest writes into the object may be read after it.
bool homes_needed_after(attempt *t, const nest_object *o);

// Whether access `a` to `o` and access `c` to `q` have the same subscripts, in dimensions that may be split.
bool homes_same_subscripts(const nest_object *o, const nest_access *a, const nest_object *q, const nest_access *c);

// limits.c
// The axes along which homes are split: dimensions of several objects share one where they are owned alike. False, and a reason, where there are too many.
bool limits_make_axes(attempt *t);
// The axis of the object's dimension; -1: none.
int limits_axis(const nest *n, int object, int dim);
// Whether two places in iterations are the same; of statements of different depth, in the loops that both have.
bool limits_same_place(const isl_pw_aff *a, const isl_pw_aff *b);
// A place along an axis as one along the axis that it shares the intervals of.
isl_pw_aff *limits_at_shared(const nest *n, int axis, isl_pw_aff *place);
// How the statement is placed along each axis.
void limits_find(attempt *t, int stmt);
// Whether the statement stands in the loop; -1: the nest as a whole.
bool limits_under(const nest_stmt *s, int loop);
// What all statements in the loop have in common limits its bounds.
void limits_of_loop(attempt *t, int loop);
// Whether a process executes the same iterations of the loops around `loop`, itself included, for both statements.
bool limits_same(const nest *n, const partition *p, int a, int b, int loop);
// Leaves out, from now on, the iterations of the loop in which the statements with owners have nothing to do; those without are for the nest's own
// use. False: there are none to leave out.
bool limits_make_tiles(attempt *t, int loop);
void limits_drop_tiles(nest_loop *l);
// The iterations of each statement that a process executes, by what it owns.
void limits_execution_sets(attempt *t);

// needed.c
// Lets loops that set what has no owner go just as far as it is read. False: nothing has changed.
bool needed_limit(attempt *t);

// roles.c
// What becomes of each scalar and plain array that the nest writes. False, and a reason, where what is needed after it would be lost.
bool roles_give(attempt *t);

#endif
