// SPDX-License-Identifier: Apache-2.0
//
// What the phases of the cycle cost, as closed forms over the parameters of their nests and what a process owns: in one
// step of the cycle, and in all of them together, where they hang on the cycle's variable.
#ifndef HPCC_ANALYSIS_PHASE_COSTS_H
#define HPCC_ANALYSIS_PHASE_COSTS_H

#include "control_flow.h"
#include "operations.h"
#include "pattern.h"
#include "task_graph.h"

#include "../numbers/numbers.h"

#include <isl/polynomial.h>

// A loop around phases, if it counts: `for (k = first; k < end; k += step)`, both ends affine in variables, none of
// which the loop changes.
typedef struct phase_loop {
	const prog_stmt *loop;
	const prog_symbol *var; // NULL: how it goes is not known
	isl_set *
	        steps; // over parameters alone, of which one is the variable (phase_variable_id): the values that it has
} phase_loop;

phase_loop phase_loop_of(isl_ctx *ctx, const prog_stmt *loop);
void phase_loop_free(phase_loop *l);
// How often it runs; NULL: not known.
point_sum *phase_loop_count(const phase_loop *l);

// The loops in which a phase stands, outermost first; the first one is the cycle, if `in_cycle`.
enum { PHASE_MOST_LOOPS = 8 };
typedef struct phase_place {
	bool in_cycle;
	int n;
	const phase_loop *loop[PHASE_MOST_LOOPS];
	bool more; // around it than there is room for
} phase_place;
// Whether it is not known of all of them but the cycle how often they run. These count as if they ran once.
bool phase_place_unknown(const phase_place *at);

// The parameter that stands for a variable of the program, outside of nests.
__isl_give isl_id *phase_variable_id(isl_ctx *ctx, const prog_symbol *variable);
// The variable that an identifier stands for; NULL: it is none of these.
const prog_symbol *phase_variable_of(__isl_keep isl_id *id);
// Whether the nest's parameter is the value of this variable of a function of the nest's, and nothing else.
bool phase_param_is(const task *t, int param, const prog_symbol *variable, const prog_function *function);

// Iterations or elements that a process is concerned with: how many in a step of the cycle, and in all steps.
typedef struct phase_count {
	bool in_steps;   // steps differ
	point_sum *once; // NULL: not known
	point_sum *all;  // IN_STEPS; NULL: not known
} phase_count;

// Of a set over the task's parameters and intervals, each time that the phase is come to. Takes the set.
phase_count phase_count_of(const phase_place *at, const task *t, __isl_take isl_set *set);
// How often the place itself is come to.
phase_count phase_place_count(isl_ctx *ctx, const phase_place *at);
void phase_count_free(phase_count *n);

// Statements that are executed in the same iterations.
typedef struct phase_term {
	bool split; // what is executed depends on what the process owns
	phase_count count;
	// Of a process that owns one index, lo = hi, along the only axis there is: the same for each index where anything
	// is executed, in all steps together if `count.in_steps`, else in one. NULL: it is not the same.
	isl_qpolynomial *per_pdu;
	isl_set *per_pdu_if; // parameters with which there is such an index
	op_counts each;
} phase_term;

// Whether nothing is counted there: then it is not known how often.
bool phase_term_is_nothing(const phase_term *term);

typedef struct phase_work {
	int n;
	phase_term *term;
	bool estimated, unknown;
	bool in_steps;       // steps differ
	bool all_unknown;    // and of all of them together it is not known
	bool linear;         // all of the split terms have a `per_pdu`
	point_sum *num_pdus; // indices along the axes of the home that the phase touches; NULL: not split, not known
} phase_work;

phase_work *phase_work_of(const phase_place *at, const task *t);
void phase_work_free(phase_work *w);

// How many elements the task touches of an argument in any step, as the simple hull around them; NULL: none, or not
// known. Over its parameters without those that are variables of the loops around it.
point_sum *phase_touched(const phase_place *at, const task *t, const task_arg *a);

// The elements that come from processes with lower and from those with higher indices; where that is not known all of
// them are in the first set, and the second one is NULL.
void phase_sides(const task *t, const task_arg *a, const pattern *p, __isl_give isl_set *side[2]);

// Along how many dimensions the argument is split; 0: not known.
int phase_grid_dims(const task *t, const task_arg *a);

#endif
