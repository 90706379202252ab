// SPDX-License-Identifier: Apache-2.0
//
// How much a process has to do in a task, and how much memory that takes: closed forms over the parameters of the nest
// and the intervals that the process owns (hpcc_own[x].lo, hpcc_own[x].hi: own_bounds.h). Computed on request.
#ifndef HPCC_ANALYSIS_TASK_WORK_H
#define HPCC_ANALYSIS_TASK_WORK_H

#include "operations.h"
#include "task_graph.h"

#include "../numbers/numbers.h"

#include <isl/polynomial.h>

typedef enum op_kind {
	OP_FADD,
	OP_FMUL,
	OP_FDIV,
	OP_FSQRT,
	OP_FLIBM,
	OP_IOPS,
	OP_LOADS,
	OP_LOAD_BYTES,
	OP_STORES,
	OP_STORE_BYTES,
	OP_CALLS,
} op_kind;

// How many points a set has. Where neither is known both are NULL.
typedef struct set_size {
	isl_set *set;
	isl_pw_qpolynomial *closed;
	point_sum *sum; // where there is no closed form
} set_size;

// A statement that counts (task_counts).
typedef struct stmt_work {
	int stmt;                  // of the nest
	bool split;                // what a process executes depends on what it owns; else all execute all of it
	isl_pw_qpolynomial *times; // how often it is executed by a process; NULL: there is no closed form
	const set_size *size;      // the same; NULL: not known
	bool estimated;            // TIMES is for all conditions, and loops of unknown length as if they ran once
	op_counts each;
} stmt_work;

typedef struct task_work {
	int n;
	stmt_work *stmt;
	// Iterations of innermost loops in which the process executes something; NULL: there is no closed form.
	isl_pw_qpolynomial *iterations;
	// The same as what is to be added up; none: not known.
	int n_iteration_sizes;
	const set_size **iteration_size;
	bool iterations_estimated;
	bool estimated; // that, or something of a statement
	// [arg]: bytes of the elements that the process touches, its own and those that it needs, as the memory of the
	// simple hull around them; NULL: not known.
	isl_pw_qpolynomial **footprint;
	int n_args;
	int n_sizes;
	set_size *size; // of all sets that were counted
} task_work;

// Whether executions of the statement are counted: heads of loops are not, what is in them is.
bool task_counts(const task *t, int stmt);

// What a process executes of the statement, over its loops.
__isl_give isl_set *task_executed(const task *t, int stmt);

// The set without loops of which nobody knows before how often they run: as if each ran once.
__isl_give isl_set *task_without_unknown(__isl_take isl_set *executed);

// The elements of an object that a process touches, as a hull within its extents; NULL: none.
__isl_give isl_set *task_touched(const task *t, int object);

// With so many operations of isl's for each closed form (0: as many as it takes, within reason): more is not known then.
task_work *task_work_of(const task *t, unsigned long operations);
void task_work_free(task_work *w);

// How many elements of the section of an argument, which a process needs, are owned by the processes whose intervals
// are within plo<x> .. phi<x> along the axes x of the nest that the argument is split along; beside that, a function of
// what the process owns itself and of parameters. NULL: not known. `estimated`: only if it lies as it is taken to, or
// not every index is needed, and more may be sent. Takes the section.
__isl_give isl_pw_qpolynomial *task_gets(
        const task *t, const task_arg *a, __isl_take isl_set *section, unsigned long operations, bool *estimated);
// Whether a parameter is one of these plo<x>, phi<x>.
bool task_name_of_sender(const char *name);

// All operations of a kind that a process executes; NULL: not known.
__isl_give isl_pw_qpolynomial *task_work_total(const task_work *w, op_kind kind);
long op_counts_of_kind(const op_counts *o, op_kind kind);

#endif
