// SPDX-License-Identifier: Apache-2.0
//
// Decides who executes what in a nest, and whether that is right without communication inside of it.
#ifndef HPCC_ANALYSIS_PARTITION_H
#define HPCC_ANALYSIS_PARTITION_H

#include "../nest/nest.h"
#include "../unit/unit.h"

// Limits of one statement's home subscript along an axis, resolved for the innermost loop that it depends on:
// own.lo <= coef * i + rest <= own.hi.
typedef struct nest_limit {
	int stmt, axis;
	long coef;
	isl_pw_aff *rest; // over the loops around the loop (parameters only for limits of the nest as a whole)
	// Not together with others of the statement: its values are computed beside, for those who read them
	// (needed.c).
	bool alone;
} nest_limit;

// Where a statement's home subscript along an axis goes in one iteration of a loop around the one that it limits: from
// `least` to `most`, over the loops up to that one, in one part or several that lie apart (on a ring, at both of its
// ends). Limits of a statement stand together: all hold where it has something to do.
enum { NEST_MAX_TILE_PARTS = 3 };

typedef struct nest_tile_part {
	isl_pw_aff *least, *most;
} nest_tile_part;

typedef struct nest_tile {
	int stmt, axis;
	int n_parts;
	nest_tile_part parts[NEST_MAX_TILE_PARTS];
} nest_tile;

// How a statement is placed along one axis.
typedef struct home_limit {
	int axis;
	int loop;          // index of the loop whose variable is limited, -1: a condition on the parameters
	long coef;         // 0 with loop -1
	isl_pw_aff *rest;  // the subscript without coef * variable, over the loops outside of that loop
	isl_pw_aff *whole; // the subscript, over the statement's loops
} home_limit;

// What codegen does with a scalar that the nest writes.
typedef enum scalar_role {
	SCALAR_PRIVATE,    // set before it is read in each iteration, not needed afterwards
	SCALAR_REPLICATED, // every process computes it in full
	SCALAR_REDUCTION,
	SCALAR_EXTREMUM, // a minimum or maximum that has a place
	SCALAR_PLACE,    // where it was found
	SCALAR_LAST,     // private, and its last value is needed after the nest; also of arrays (last_arrays.h)
	SCALAR_CARRIED,  // in turns: each process goes on from what the one before it leaves
} scalar_role;

typedef struct partition {
	nest *n;
	int n_stmt_limits[NEST_MAX_STMTS];
	home_limit *stmt_limits[NEST_MAX_STMTS]; // [stmt][axis]
	int n_nest_limits;                       // conditions on the parameters that the whole nest is under
	struct nest_limit *nest_limits;
	bool guarded[NEST_MAX_STMTS]; // [stmt]: loop bounds alone do not place it
	scalar_role *roles;           // [object]
	bool *shared;                 // [object]: PLAIN arrays to be made whole after the nest
	int *last_setter;  // [object]: of a PLAIN array with SCALAR_LAST, the statement by which an iteration is noted
	bool exits_again;  // once the first exit is known, the nest is run again up to it
	bool exits_inside; // of the iteration of the outermost loop that leaves, several processes have parts
	// [stmt]: ditto, stands behind an exit: does not run any more in the iteration that leaves
	bool stops[NEST_MAX_STMTS];
	bool goes_back; // where the program would end in a called function the nest is undone, and run by all in its order
	bool goes_back_keeps;             // what it sets is kept for that
	bool end_is_seen;                 // what it has set by then is seen at the end
	bool final_value[NEST_MAX_LOOPS]; // [loop]: the loop variable's value is needed after the nest
	// In turns: values cross from processes to others that come later, by what they own along this axis, upward (1)
	// or downward (-1). Each one waits for what those before it set. 0: nothing crosses.
	int turn_way, turn_axis;
	bool *carried; // [object]: scalars and plain arrays that each process hands on to the next one as a whole;
	bool *told;    // and that the last one tells all
	// The loop that turns are taken along, inside of those that strips are made of, in each run of which each
	// process hands variables on to the next one; -1: there is none.
	int handed_loop;
	bool *handed;            // [object]: these
	bool turns_by_iteration; // each iteration of the outermost loop is one turn's
	bool few_wait;           // a number of them that does not grow with the number of processes
	// In turns, as a pipeline: in strips of other loops, each of which goes on to the next process when it is
	// done (pipeline.c). The axis of the strips is not among the nest's n_axes: it is the one behind these; -1:
	// there are none.
	int strip_axis;
	isl_pw_aff **strip; // [stmt]: the place along it, over the statement's loops; NULL: in all strips
} partition;

// Tries to split the nest among processes. NULL where it cannot be; the nest's reason says why.
partition *partition_nest(unit_facts *facts, nest *n);
// The same of a nest, built anew, that partition_nest cannot split because values cross: in turns.
partition *partition_in_turns(unit_facts *facts, nest *n);
// The same where arrays whose extents are seen to differ may lie alike after all, as 61 and 62 rows do on two
// processes. That is tested at entry.
partition *partition_if_alike(unit_facts *facts, nest *n, bool in_turns);
void partition_free(partition *p);

// Whether each process hands the variable on to the next one in each run of the inner loop that turns are taken along.
static inline bool partition_hands_on(const partition *p, int object)
{
	return p->handed_loop >= 0 && p->handed[object];
}

// Whether what a process executes of the statement depends on what it owns. After partition_nest.
bool partition_depends_on_own(const nest_stmt *s);

// The homes that are taken to lie alike though their extents differ, as an axis of the second one; NULL: none.
const nest_axis *partition_unlike(const nest *n);

// Whether limits `first` and `k` of a loop hold together: those of one statement, which stand side by side.
bool partition_limits_together(const nest_limit *limits, int first, int k);

// Whether all get the value that the last iteration leaves in a variable, or in an array.
static inline bool partition_tells_last(const partition *p, int object)
{
	const nest_object *o = &p->n->objects[object];
	return p->roles[object] == SCALAR_LAST && o->writes && o->arg < 0;
}

// A guard goes around a statement: conditions and declarations cannot have one.
bool partition_has_room_for_guard(const nest *n, int stmt);

// Whether the axis's intervals are those of the axis that it shares them with at a constant distance.
bool partition_axis_is_shifted(const nest_axis *a);
// The indices of the object that a process owns along `dim` are own[axis] + offset. False where nothing is known of
// that; `*assumed` where it is so only if its memory turns out to lie as that of the axis does.
bool partition_own(const nest *n, int object, int dim, int *axis, long *offset, bool *assumed);

#endif
