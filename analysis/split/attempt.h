// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: one attempt to split a nest, by its steps.
#ifndef HPCC_ANALYSIS_ATTEMPT_H
#define HPCC_ANALYSIS_ATTEMPT_H

#include "../nest/nest.h"
#include "../unit/unit.h"
#include "partition.h"

typedef struct attempt {
	unit_facts *facts;
	nest *n;
	partition *p;
	bool merged;    // axes of different homes share intervals where their dimensions correspond
	bool matched;   // ... where their subscripts are the same
	bool if_alike;  // ... also of arrays whose extents are seen to differ
	int whole_rows; // > 0: loops inside of so many others are one process's as a whole, if they can be (homes.c)
	bool first_elements; // what must happen once goes, if nowhere else, where the first element of a loop is
	bool at_first;       // and some does
	unsigned dropped[NEST_MAX_OBJECTS]; // [object]: dimensions that must not be split
	bool droppable;                     // the violation found might go away without some droppable axis
	isl_set *assumes_bounds; // what was assumed before; NULL: nothing is assumed of how bounds fit each other
	isl_union_map *flow;
	bool *in_chain;          // [statement]: all processes execute it in all iterations (chains.c); NULL: none
	bool in_turns;           // values may cross to processes whose turn is later
	bool turns_by_iteration; // each iteration of the outermost loop is one process's, in the order of the iterations
	int turn_way, turn_axis; // that is tried
	bool *carried;           // [object]: values that cross are handed on with it
	int handed_loop;         // the loop that turns are taken along, where it is inside of others; -1: none
	bool *handed;            // [object]: variables that are handed on in each run of that loop
} attempt;

// homes.c
// Gives each statement its home. False, and a reason, where one has none.
bool homes_choose(attempt *t);
// Whether loops inside of `outer` others, at least 1, can be one process's as a whole: where the nest sets nothing
// that has owners, and what it reads there is chosen by the others, too.
bool homes_can_be_whole(const nest *n, int outer);
// Gives the statement the home that the first element has which is accessed within its `outer` outermost loops, if it
// is known where that is.
void homes_place_at_first(attempt *t, nest_stmt *s, int outer);
// Whether what the nest writes into the object may be read after it.
bool homes_needed_after(attempt *t, const nest_object *o);

// Whether access `a` to `o` and access `c` to `q` have the same subscripts, in dimensions that may be split.
bool homes_same_subscripts(const nest_object *o, const nest_access *a, const nest_object *q, const nest_access *c);

// limits.c
// The axes along which homes are split: dimensions of several objects share one where they are owned alike.
// False, and a reason, where there are too many.
bool limits_make_axes(attempt *t);
// Whether homes of the two objects go with a loop along these dimensions in the same way.
bool limits_go_alike(const nest *n, int object, int dim, int other, int other_dim);
// The axis of the object's dimension; -1: none.
int limits_axis(const nest *n, int object, int dim);
// A place along an axis as one along the axis that it shares the intervals of.
__isl_give isl_pw_aff *limits_at_shared(const nest *n, int axis, __isl_take isl_pw_aff *place);
// How the statement is placed along each axis.
void limits_find(attempt *t, int stmt);
// Whether the statement stands in the loop; -1: the nest as a whole.
bool limits_under(const nest_stmt *s, int loop);
// What all statements in the loop have in common limits its bounds.
void limits_of_loop(attempt *t, int loop);
// Whether a process executes the same iterations of the loops around `loop`, itself included, for both statements.
bool limits_same(const nest *n, const partition *p, int a, int b, int loop);
// Leaves out, from now on, the iterations of the loop in which the statements with owners have nothing to do; those
// without are for the nest's own use. False: there are none to leave out.
bool limits_make_tiles(attempt *t, int loop);
void limits_drop_tiles(nest_loop *l);
// The iterations of each statement that a process executes, by what it owns.
void limits_execution_sets(attempt *t);

// needed.c
// Lets loops that set what has no owner go just as far as it is read. `ok`: the nest is right without that;
// else loops in which each iteration needs what one before has set lose their limits, whose memory stays the caller's.
// False: nothing has changed.
bool needed_limit(attempt *t, bool ok);

// The iterations of the statement in which the place, along the axis, is in front of what a process owns; seen along
// the axis that it shares the intervals of, `way` -1: behind it.
__isl_give isl_set *limits_before_own(
        const nest *n, const nest_stmt *s, int axis, __isl_take isl_pw_aff *place, int way);
// Where the limit of a loop's bounds places iterations of a statement in it.
__isl_give isl_pw_aff *limits_place(const nest *n, int loop, const nest_limit *l, const nest_stmt *s);

// turns.c
// The pairs of `pairs`, from iterations that write an element to others, on other processes, that read it,
// between which no value goes as in the program: without turns those in which the writing comes first.
__isl_give isl_map *turns_wrong(const attempt *t, const nest_stmt *w, const nest_stmt *r, __isl_take isl_map *pairs);
// Whether values that cross so from iteration to iteration are handed on with the objects that they are in.
bool turns_hand_on(attempt *t, const nest_stmt *w, const nest_stmt *r, __isl_keep isl_map *crossing);
// Whether the object can be handed on from process to process; it is, then.
bool turns_carry(attempt *t, const nest_object *o);
// Tries the axes and directions in which processes may take turns. `check`: whether values go right.
bool turns_find(attempt *t, bool (*check)(attempt *));

// Whether, with the turns that were found, only processes wait whose parts begin within a stretch of a fixed length,
// MOST at most (0: of any): so a few wait, however many there are.
bool turns_are_few(const attempt *t, long most);

// pipeline.c
// Of a nest that can be run in turns: the strips that it may be run in so that processes wait for one strip only.
void pipeline_find(const attempt *t);

// roles.c
// What becomes of each scalar and plain array that the nest writes. False, and a reason, where what is needed
// after it would be lost.
bool roles_give(attempt *t);

#endif
