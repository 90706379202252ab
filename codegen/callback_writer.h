// SPDX-License-Identifier: Apache-2.0
//
// The callbacks of a unit while they are written: what callbacks.c and callback_*.c share, and nobody else includes.
#ifndef HPCC_CODEGEN_CALLBACK_WRITER_H
#define HPCC_CODEGEN_CALLBACK_WRITER_H

#include "callback_arguments.h"
#include "formula.h"
#include "polynomial_text.h"
#include "rewrite.h"
#include "text.h"

// Axes are bits of a number in each phase (callbacks.h).
enum { MOST_AXES = 64, LAST_BIT = 63 };

typedef struct parameter {
	const char *name;
	const prog_function *function;
	int task, number;
	bool changes; // in the cycle
} parameter;

typedef struct axis {
	const char *array;
	const prog_function *function;
	int dim, like;
	long offset;
} axis;

typedef struct array {
	const char *name;
	const prog_function *function;
} array;

// A node of the task graph where it stands in the cycle, perhaps by way of calls; or in its function, where that is told
// by itself, and there a call as well.
typedef struct found {
	const flow_node *node;
	phase_place place;
	bool maybe; // in a branch
	int first;  // COMPUTATION: index of its phase; communication: of the first of its phases
	int event;  // how many events its task has before it
	const prog_function *function;
	int outer;               // the outermost loop that it stands in; -1: none
	int levels;              // loops of the function around it
	const cycle_call *calls; // by which it is come to; NULL: it stands in the function of the cycle
	// Where all that is sent is between neighbours on a torus: each has a phase then, in place of the patterns'.
	int n_rings;
	torus_ring ring[PROG_MAX_RANK];
} found;

// What is said of a phase. A function that is called from many places has as many phases of each of its tasks: where
// the same loops are around them the same holds of all, and is found once.
typedef struct told {
	const found *at; // where it was found
	int n;           // which of the node's phases
	const char *words;
	const char *once, *all; // functions: in a step, in all steps; "0": none
	bool known, estimated, same;
	bool steady;               // COMMUNICATION: what is sent hangs on nothing that changes from step to step
	const char *linear, *pdus; // COMPUTATION
	int n_arrays;              // COMPUTATION: rows of the table that has the number of the phase where it was found
	unsigned long uses;
	bool changes, summed;
	struct told *next; // of the same node
} told;

// A loop that may be the program's cycle.
typedef struct outer_loop {
	const prog_stmt *loop;
	const prog_function *function;
	phase_loop *counts;
	bool marked, maybe;
	int levels; // loops around it
	const char *cycles;
	unsigned long parameters;
	cycle_writes *writes; // NULL: nobody has asked
} outer_loop;

typedef struct callback_writer {
	rewriter *w;
	const control_flow *flow;
	isl_ctx *ctx;
	int n_axes, n_phases;
	axis axes[MOST_AXES];
	bool too_many; // axes
	struct {
		int n, room;
		parameter *at;
	} parameters;
	struct {
		int n, room;
		array *at;
	} arrays;
	struct {
		int n, room;
		found *at;
	} found;
	struct {
		int n, room;
		phase_loop **at;
	} loops;
	bool by_functions; // else the unit has the cycle
	struct {
		int n, room;
		outer_loop *at;
	} outer;
	const prog_function *function; // where the walk is
	int in_outer, levels;
	const cycle_call *calls;
	cycle_writes *writes; // of the cycle; NULL: nobody has asked
	phase_place place;
	unsigned char *entered;  // [symbol id]: functions that the walk is in
	const found *at;         // the phase that is being written
	const phase_loop *bound; // the loop whose bounds are being written, outside of phases
	polynomial_names names;
	text functions, array_rows, rows;
	struct known *known;
	told **told;              // [node id]
	const found **told_rings; // [node id]: where the node's rings were found; NULL: they were not
	unsigned long uses;       // parameters on which a number of the phase depends
	bool changes;             // one of them changes in the cycle
	unsigned long cycle_uses; // how many steps there are depends on these parameters
	bool summed;              // some number of the phase is summed up in loops
	int too_difficult;        // numbers that took too many operations
	quota limit;              // of the number that is being found
} callback_writer;

// Makes room for one more in a list of the unit's.
#define GROW(c, list) ((list)->at = prog_grow((c)->w->unit, (list)->at, (list)->n, &(list)->room, sizeof *(list)->at))

// ---- callback_names.c: names of parameters, axes, arrays -----------------------------------

void callback_limit_operations(callback_writer *c);
// False: what was computed since is not all there.
bool callback_end_limit(callback_writer *c);
// The program's own function for a task; NULL: the derived one.
const char *callback_own_function(const task *t, prog_callback_kind kind);
// Whether all operations were used up before there was a closed form.
bool callback_is_difficult(const point_sum *number);
void callback_note_difficult(callback_writer *c, const phase_count *n);
int callback_axis_index(callback_writer *c, const task *t, int x);
// Whether the cycle may set a variable that the parameter's text names.
bool callback_may_change(const callback_writer *c, const char *text, const prog_function *function);
__isl_give isl_id *callback_name_of(__isl_keep isl_space *space, unsigned param, void *user);

// ---- callback_walk.c: the phases -----------------------------------------------------------

bool callback_is_phase(const found *p);
int callback_phases_of(const found *p);
void callback_find_phases(callback_writer *c);

// ---- callback_functions.c: functions of a phase --------------------------------------------

// What is known of phase `n` of the node that is being written, where the same loops are around it; NULL: nothing.
const told *callback_told(const callback_writer *c, int n);
// From now on this is known of it, with the parameters that have been used for it.
told *callback_tell(callback_writer *c, const told *what);
// What the phase says depends on what was used when that was found.
void callback_use(callback_writer *c, const told *what);
// Gives its name, or that of another one which says the same.
const char *callback_add_function(callback_writer *c, const char *kind, const char *name, const text *body);
bool callback_add_sum(callback_writer *c, text *out, const char *variable, const point_sum *sum);
void callback_add_steps(callback_writer *c, const char *cycles, text *out);
void callback_computation(callback_writer *c, const char *cycles);
void callback_begin_row(callback_writer *c, const char *kind, const char *words);
void callback_add_field(callback_writer *c, const char *field, const char *value);
void callback_add_flag_names(callback_writer *c, bool estimated, bool same, bool unknown, bool user, bool once);
// The first axis, and all on which what the phase costs depends: of those that are alike the one that they are like, and
// of a function of the program's own the first one.
void callback_add_axes(callback_writer *c, const task *t, bool own);
// A function of the parameters; "0": none. The name is the unit's.
const char *callback_number_function(callback_writer *c, const char *what, int number, const point_sum *value);

// ---- callback_sections.c: what is sent -----------------------------------------------------

void callback_ring(callback_writer *c, const char *cycles, int n);
void callback_communication(callback_writer *c, const char *cycles);

#endif
