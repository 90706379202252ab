// SPDX-License-Identifier: Apache-2.0
//
// The callbacks of a program: what it computes, sends and needs, as functions of its parameters and of what a process
// owns, for those who choose how many processes run it and how large the part of each is. They are those of Weissman
// and Grimshaw ("A Framework for Partitioning Parallel Computations in Heterogeneous Environments", section 2.3):
//
//     numPDUs          how many units the domain has that may be given to processes (rows, if rows are split)
//     comp_complexity  operations for each of them, and those that do not depend on how many there are (EQ 4: d2, d1)
//     arch_cost        microseconds for an operation, on a kind of processor; measured, not derived
//     topology         who exchanges with whom in a communication phase: selects the cost function (EQ 1 to 3)
//     comm_complexity  bytes of a message, for each unit and beside that: the parameter b of EQ 1
//     overlap          the computation phase that goes on while messages are under way
//     dominant phases  those with the largest complexity, with the parameters at hand
//
// The compiler derives a table of them for each file (`-fdist-callbacks`), which registers itself before main; those of
// the files of a program are joined by the calls between them. What no compiler sees a person says: one function for the loop behind it
// (`#pragma dist callback(comp_complexity: f)`), or a table that replaces the derived one (hpcc_callbacks_replace).
// All numbers are those of one step of the cycle, on the average where steps differ, if nothing else is said.
//
// Operations are counted as the source writes them (docs/callbacks.md): a five-point average is 4 additions and a
// division. What the paper calls instructions are the floating-point ones: hpcc_fp_operations.
//
// This header stands alone: it may be included with and without -fdist. Tables are never freed, and whoever defines
// one owns it.
#ifndef HPCC_CALLBACKS_H
#define HPCC_CALLBACKS_H

#ifdef __cplusplus
extern "C" {
#endif

// ---- what a process owns ----------------------------------------------------------------------

// Inclusive interval or section of one dimension: lo, lo+step, ... <= hi. Empty where hi < lo.
typedef struct hpcc_range {
	long lo, hi, step;
} hpcc_range;

// All that a process owns along one axis: `n` intervals, apart from each other, in any order. 0: nothing.
typedef struct hpcc_intervals {
	int n;
	const hpcc_range *range;
} hpcc_intervals;

// Dimension `dim` of an array by whose ownership iterations are placed. `like`: an axis before it along which a process
// owns the same indices (shifted by `offset`, if the arrays are aligned so); -1: none.
typedef struct hpcc_callback_axis {
	const char *array, *function; // the function in which the array has this name
	int dim, like;
	long offset;
} hpcc_callback_axis;

// ---- parameters -------------------------------------------------------------------------------

// A value of the program that the callbacks depend on: the paper's parameter vector. It is number `number` of the
// parameters of task `task`. Of one that `changes` in the cycle, beside its counter, each step has another value: what
// depends on it is HPCC_ESTIMATED, as with the value that is given in all steps.
typedef struct hpcc_parameter {
	const char *name, *function;
	int task, number;
	int changes;
	const char *unit; // in a program of several files: the file of the function; else NULL
} hpcc_parameter;

// ---- functions that are derived ---------------------------------------------------------------

// Each is given the parameters' values in the table's order, and one interval of each axis of the table: a process that
// owns several is asked once for each (hpcc_phase_operations, hpcc_phase_received), so what is given is added to what
// is there.

typedef enum hpcc_operation {
	HPCC_FADD,
	HPCC_FMUL,
	HPCC_FDIV,
	HPCC_FSQRT,
	HPCC_FLIBM,
	HPCC_IOPS,
	HPCC_LOADS,
	HPCC_LOAD_BYTES,
	HPCC_STORES,
	HPCC_STORE_BYTES,
	HPCC_CALLS, // of functions that are not looked into
	HPCC_N_OPERATIONS
} hpcc_operation;

// Adds to n[HPCC_N_OPERATIONS] what the process executes because it owns the intervals; own NULL: what it executes
// whatever it owns.
typedef void hpcc_operations_function(const long *par, const hpcc_range *own, double *n);
// Adds the operations for one PDU, any of those that are worked on.
typedef void hpcc_linear_function(const long *par, double *n);
// Adds to bytes[HPCC_N_SIDES] what the process receives: from processes that own lower indices, or around the end there,
// and from those that own higher ones; or all of it to bytes[0], where a phase is no exchange between neighbours.
enum { HPCC_N_SIDES = 2 };
typedef void hpcc_received_function(const long *par, const hpcc_range *own, double *bytes);
typedef double hpcc_number_function(const long *par);
typedef double hpcc_memory_function(const long *par, const hpcc_range *own);

// ---- phases -----------------------------------------------------------------------------------

typedef enum hpcc_phase_kind { HPCC_COMPUTATION, HPCC_COMMUNICATION } hpcc_phase_kind;

// The paper's 1-D, ring and tree, and what has no name there.
typedef enum hpcc_topology {
	HPCC_NO_TOPOLOGY, // of computation
	HPCC_1D,          // neighbours in a row, or all around (`wraps`), both ways at the same time
	HPCC_RING,        // from each process to the next one, one after the other (turns)
	HPCC_TREE,        // broadcasts and reductions
	HPCC_ALL_TO_ALL,  // each process has something for every other one
	HPCC_PAIRWISE,    // any pairs: the sections say which
	HPCC_GRID         // neighbours along one dimension of a grid of processes that has `dims`: rows of HPCC_1D
} hpcc_topology;

typedef enum hpcc_event_pattern {
	HPCC_NO_EVENT,
	HPCC_SHIFT,
	HPCC_BROADCAST,
	HPCC_REDUCTION,
	HPCC_GATHER, // each gets all of the section
	HPCC_SECTION,
	HPCC_TURNS,
	HPCC_REMAP
} hpcc_event_pattern;

enum {
	HPCC_ESTIMATED = 1,    // branches or loops that depend on data: all of them counted, unknown ones once
	HPCC_SAME_FOR_ALL = 2, // does not depend on what the process owns
	HPCC_UNKNOWN = 4,      // nothing is known of how much it is: what is given is 0
	HPCC_BY_USER = 8,      // a function of the program, by `#pragma dist callback`: own[0] is along `axis`
	HPCC_SUMMED = 16, // some of its numbers have no closed form: they are summed up in loops, which takes longer
	HPCC_ONCE = 32    // sent in the first step of the cycle only: nothing in it writes the array
};

// Of an array of the phase: the bytes of the elements that a process touches, in a box around them. NULL: not known.
typedef struct hpcc_callback_array {
	const char *name, *function;
	int number; // from 0 below n_arrays of the table: of what is one array in several phases it is the same
	hpcc_memory_function *bytes;
} hpcc_callback_array;

struct hpcc_nest;
struct hpcc_joined;

// An outermost loop of a function, around phases or calls of other files: the phase cycle, if no other file has a
// larger one. All the phases that stand in it are told for a step of it.
typedef struct hpcc_callback_loop {
	const char *file;
	int line;
	int marked;                   // as the cycle, by a directive
	int maybe;                    // a condition decides whether it is come to, or it stands in another loop
	int depth;                    // loops around it
	int cycle_parameter;          // that which is its variable; -1: none
	hpcc_number_function *cycles; // the number of steps; NULL: not known
	unsigned long parameters;     // on which that depends
} hpcc_callback_loop;

typedef struct hpcc_phase {
	hpcc_phase_kind kind;
	const char *name, *file; // in the words of the source, and where it stands there
	int line;
	int task;          // that of the task graph and of hpcc_nest; 0: none
	const char *event; // that of the task graph; NULL: of computation
	int flags;
	unsigned long parameters;       // bit k: it depends on parameter k of the table, from 63 on in bit 63
	int axis;                       // of the table: the first one by which its iterations are placed
	unsigned long axes;             // bit k: what it costs depends on what is owned along axis k of the table
	hpcc_number_function *num_pdus; // NULL: the work is not split
	// COMPUTATION. In a step of the cycle whose variable is among the parameters; and in all steps together, NULL
	// where they are alike.
	hpcc_operations_function *operations, *all_operations;
	hpcc_linear_function *linear; // on the average of the steps; NULL: the work is not linear in the PDUs
	int n_arrays;
	const hpcc_callback_array *arrays;
	// COMMUNICATION. As above, of a step and of all of them.
	hpcc_topology topology;
	int dims;  // of sections: the dimensions that the array is split along; 0: not known
	int dim;   // of neighbours (HPCC_SHIFT): the dimension of the array along which they are
	int wraps; // of neighbours: the first and the last process are neighbours, too
	hpcc_event_pattern pattern;
	hpcc_received_function *received, *all_received;
	int overlap; // the computation phase that it overlaps with, -1: none
	const struct hpcc_nest
	        *nest; // with the sections of argument `arg` (runtime.h): exact, for any owners; NULL: none
	int arg;
	const hpcc_callback_loop *loop; // of a table of functions: in a step of which it is told; NULL: of a call
	// Of the program's table, made from those of several files: how its functions are called, which is done by
	// hpcc_phase_operations and the other questions below. Only where this is NULL they may be called as they are.
	const struct hpcc_joined *joined;
} hpcc_phase;

typedef struct hpcc_callbacks hpcc_callbacks;
// The index of a phase; -1: there is none.
typedef int hpcc_dominant_function(const hpcc_callbacks *c, const long *par, int n_processes);

// ---- functions of a file ----------------------------------------------------------------------

// What is known of a file that is not all of its program: what each function does, in its order. The program's table is
// made from that.

typedef enum hpcc_argument_kind {
	HPCC_ARGUMENT_UNKNOWN,
	HPCC_ARGUMENT_NUMBER,
	HPCC_ARGUMENT_VARIABLE
} hpcc_argument_kind;
typedef struct hpcc_callback_argument {
	hpcc_argument_kind kind;
	const char *variable; // of the calling function
	long add;             // the number, or what is added to the variable
	int changes;          // it may have another value in each step
} hpcc_callback_argument;

typedef struct hpcc_callback_item {
	int phase;          // of the table; -1: a call
	const char *callee; // of a call
	int n_arguments;
	const hpcc_callback_argument *arguments;
	hpcc_number_function *times, *all_times; // of a call: how often, as `operations` of a phase; NULL: once
	unsigned long parameters;                // on which these depend
	const hpcc_callback_loop *loop;          // in which it stands; NULL: none
	int levels;                              // loops of the function around it
	int depth;                               // of a phase that is split: its own loops; else 0
	int estimated;                           // of a call: whether and how often is not known
} hpcc_callback_item;

typedef struct hpcc_callback_function {
	const char *name;
	int is_static;
	int n_formals;
	const char *const *formals;
	int n_items;
	const hpcc_callback_item *items;
} hpcc_callback_function;

// ---- tables -----------------------------------------------------------------------------------

struct hpcc_callbacks {
	const char *unit; // the file
	const char *cycle_file;
	int cycle_line; // 0: the program has no cycle; then all of it is one step
	int n_parameters;
	const hpcc_parameter *parameters;
	int cycle_parameter;          // that which is the cycle's variable; -1: none
	hpcc_number_function *cycles; // the number of steps; NULL: not known
	int n_axes;
	const hpcc_callback_axis *axes;
	int n_arrays; // of all phases
	int n_phases;
	const hpcc_phase *phases;
	hpcc_dominant_function *dominant_comp, *dominant_comm; // NULL: the phase with the largest complexity
	// Of a file that is not all of its program; its phases are those of all functions then. 0: of a program, or of
	// a file that has its cycle and calls no other one.
	int n_functions;
	const hpcc_callback_function *functions;
};

// Called by generated code before main. The table and all in it stay as long as the program.
void hpcc_callbacks_register(const hpcc_callbacks *c);
// The same for a table that a person has filled in: it takes the place of the one of the same unit, and of all of them
// if its unit is NULL, whichever of the two is registered first. Call it in a constructor.
void hpcc_callbacks_replace(const hpcc_callbacks *c);
// The table of a file, as the compiler was given its name; of the program, if `unit` is NULL: then those of its files as
// one, with the phases of the cycle in the order in which they run, wherever they stand. NULL: there is none.
const hpcc_callbacks *hpcc_callbacks_of(const char *unit);

// arch_cost: microseconds for an operation of each kind in a phase, on processors of one kind. Filled in by
// measurement. hpcc_arch_cost gives 1 where it was set, else 0 and leaves `usec` alone.
void hpcc_set_arch_cost(const hpcc_phase *phase, const char *processor, const double usec[HPCC_N_OPERATIONS]);
int hpcc_arch_cost(const hpcc_phase *phase, const char *processor, double usec[HPCC_N_OPERATIONS]);

// ---- questions --------------------------------------------------------------------------------

// comp_complexity: floating-point operations in a step for each PDU, and beside that. `linear` 0: the operations of
// PDUs differ, and this is the average of all (EQ 4's g is then in hpcc_phase_operations).
typedef struct hpcc_comp_complexity {
	double pdu, non_pdu;
	int linear;
} hpcc_comp_complexity;
hpcc_comp_complexity hpcc_phase_comp_complexity(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par);

// comm_complexity: bytes of the largest message that a process receives from one side in a step, having neighbours at
// both sides: `pdu` for each index that it owns along the first axis, and `non_pdu` beside that.
typedef struct hpcc_comm_complexity {
	double pdu, non_pdu;
} hpcc_comm_complexity;
hpcc_comm_complexity hpcc_phase_comm_complexity(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par);

double hpcc_fp_operations(const double operations[HPCC_N_OPERATIONS]);
// numPDUs; 0: the phase's work is not split.
double hpcc_phase_num_pdus(const hpcc_phase *phase, const long *par);
int hpcc_dominant_comp(const hpcc_callbacks *c, const long *par, int n_processes);
int hpcc_dominant_comm(const hpcc_callbacks *c, const long *par, int n_processes);

// For any intervals: own[k] is what the process owns along axis k of the table. On the average of the steps.
void hpcc_phase_operations(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par, const hpcc_intervals *own,
        double operations[HPCC_N_OPERATIONS]);
void hpcc_phase_received(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par, const hpcc_intervals *own,
        double bytes[HPCC_N_SIDES]);
// The same where nothing has been sent before: what is HPCC_ONCE, which counts 0 in all other numbers, counts.
void hpcc_phase_received_first(const hpcc_callbacks *c, const hpcc_phase *phase, const long *par,
        const hpcc_intervals *own, double bytes[HPCC_N_SIDES]);
// Bytes of all arrays of the phases: of each the most that one phase touches.
double hpcc_callbacks_memory(const hpcc_callbacks *c, const long *par, const hpcc_intervals *own);

// All of a partition at once: own[p * n_axes + k] is the one interval of process p along axis k. `operations`: room for
// n_processes * n_phases; what process p executes of phase f, floating-point, at [p * n_phases + f] (0 of
// communication); `bytes` (receives) alike; `memory`: n_processes. Any of them may be NULL.
void hpcc_callbacks_evaluate(const hpcc_callbacks *c, const long *par, int n_processes, const hpcc_range *own,
        double *operations, double *bytes, double *memory);

#ifdef __cplusplus
}
#endif

#endif
