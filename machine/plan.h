// SPDX-License-Identifier: Apache-2.0
//
// The planner: which hosts and cores of a machine run a program, and which part of its domain each process gets. It
// brings together the machine file (machine.h), what the program says of its phases (the callbacks, with the values
// that its parameters have), and the partitioner (partition.h). hpcc-run asks it.
//
// Microseconds and bytes. A step of the phase cycle takes
//
//     T_c = sum over computations k of  max( T_k, what is sent meanwhile )  +  what overlaps with nothing
//
// as in partition.h. T_k is that of the slowest process; where steps of the cycle differ (an elimination works on fewer
// rows in each), it is the average over the steps of the slowest process of each step. A process that owns the units
// from a to before b computes for
//
//     fixed + split * ( before_s(b) - before_s(a) )
//
// in step s, where before_s(x) is the part of a step's work that lies before unit x. Operations take operation_ns of
// the type / 1000, divided by the speed of the core, times what the program's own operations took longer where they
// were measured (plan_longer); work that is split takes at least the bytes of the arrays that it
// touches, divided by what a process gets of its host's memory bandwidth (which is no less than what the work got of it
// where that was measured). Communication is that of EQ 1 to 3 (cost.h);
// where the file has no function for a topology it is made of latency L and bandwidth B (plan_cost.c). Of more than one
// process beside_us is added, and what overlaps with nothing counts for 1 - hidden.
//
// All functions are deterministic. Out of memory ends the program.
#ifndef HPCC_MACHINE_PLAN_H
#define HPCC_MACHINE_PLAN_H

#include "cost.h"
#include "machine.h"
#include "mapping.h"

#include <stdbool.h>

// ---- a program --------------------------------------------------------------------------------

// Operations that a process executed, and how long it took for them, in its own time of a processor.
typedef struct plan_measured {
	const machine_host *host; // NULL: none of the machine's, and not used
	int at_work;              // processes of that host that computed meanwhile, this one included
	double us, operations[HPCC_N_OPERATIONS];
} plan_measured;

// Work in a step of the cycle, on the average of the steps. Strings and arrays are the caller's.
typedef struct plan_work {
	const char *name, *file;
	int line;
	double fixed[HPCC_N_OPERATIONS]; // what each process executes, whatever it owns
	double split[HPCC_N_OPERATIONS]; // all units together
	double touched_bytes;            // of arrays, all units together
	int n_measured;                  // 0: how long it takes is known by the operations only
	const plan_measured *measured;
	// before[s * (n_points + 1) + i]: the part of a step's work that lies before unit i * units / n_points, in step
	// s of some; relative to an average step. NULL: each unit has as much as every other one.
	int n_steps, n_points;
	const double *before;
} plan_work;

typedef struct plan_exchange {
	const char *name, *file;
	int line;
	machine_topology topology;
	double bytes, bytes_per_unit; // of a message
	double times;                 // in a step
	int overlap;                  // the work that goes on meanwhile; -1: none
} plan_exchange;

typedef struct plan_program {
	long units;
	double steps;                         // 0: not known
	double memory_bytes, memory_per_unit; // that a process needs
	int n_works, n_exchanges;
	const plan_work *work;
	const plan_exchange *exchange;
	// Of steps of several processes (plan_learn): what they take beside all that; or the part of what overlaps with
	// nothing that overlaps after all, 0 to 1.
	double beside_us, hidden;
} plan_program;

// How many times longer the work takes on a type of processor than operation_ns says: as measured on that type; where
// it was not, or `type` is NULL, on all types together. 1: it is not known.
double plan_longer(const plan_program *p, int work, const machine_type *type);
// How fast a host was at all the work that was measured there, relative to what its `speed` says among the measured
// hosts of its type: 1 is as that says, or not known.
double plan_host_speed(const plan_program *p, const machine_host *h);

// ---- a plan -----------------------------------------------------------------------------------

typedef struct plan_wish {
	int processes;         // exactly so many; 0: as many as is best
	bool oversubscribe;    // more processes than cores, if so many are wanted
	const bool *leave_out; // hosts, by their numbers; NULL: none
	const char *why_equal; // blocks must be equal, and why; NULL: they may differ
} plan_wish;

// In the order of ranks.
typedef struct plan_process {
	const machine_host *host;
	int core;  // of the host, from 0
	int group; // of processors that are alike
	long first, units;
	double compute_us, memory_bytes, has_bytes; // has_bytes 0: no limit
} plan_process;

// What else was considered.
typedef struct plan_choice {
	const char *what;
	int processes;
	double step_us; // INFINITY: it does not fit into memory
} plan_choice;

enum { PLAN_MOST_CHOICES = 8 };

typedef struct plan {
	const machine *machine;
	const plan_program *program; // NULL: nothing is known of it; then there are no times
	int n;
	plan_process *process;
	double step_us;
	double *work_us, *exchange_us; // in a step; an exchange in full, also if it overlaps
	int n_choices;
	plan_choice choice[PLAN_MOST_CHOICES];
	long evaluations; // of configurations
	struct plan_room *room;
} plan;

// NULL: *error says why, in lines, to be freed. program NULL: equal blocks. Program and machine stay while a plan does.
plan *plan_make(const plan_program *program, const machine *m, const plan_wish *wish, char **error);
// Of n processes that run already, rank q on host[q]: how many units each gets, in the order of ranks. Some may get
// none. NULL: they do not fit into memory, and *error says so.
plan *plan_running(
        const plan_program *program, const machine *m, int n, const machine_host *const host[], char **error);
void plan_free(plan *p);

// The program's first `steps` steps were run by n processes, rank q on host[q] with units[q] units (NULL: in equal
// blocks), and each took step_us: what this is more than the plan for them says becomes beside_us. It may be waiting
// for one another, or work that the program does not tell. Where it is less, messages go on while processes compute
// more than the machine's `overlap` says, which becomes `hidden`.
void plan_learn(plan_program *program, const machine *m, int n, const machine_host *const host[], const long *units,
        double step_us, double steps);

// The times of a plan whose processes have been changed.
void plan_evaluate(plan *p);

// Where a function of EQ 1 comes from, which a group of processors uses for an exchange in this plan.
typedef struct plan_origin {
	cost_function cost;
	const machine_cost *from; // NULL: derived from
	double latency_us, bandwidth_bytes_per_s;
	double overlap; // the part of it that may go on while processes compute
	bool inside;    // a host
} plan_origin;
plan_origin plan_cost_of(const plan *p, int exchange, int group);

// The blocks of an array that has `elements` along the dimension that is split: gives n sizes, which add up to it.
void plan_sizes(const plan *p, long elements, long *sizes);
// Where a block ends in such an array that ends before unit `end` of all units.
long plan_end(long end, long units, int processes, long elements);

// ---- placing it -------------------------------------------------------------------------------

// The plan's cores as a tree, to be finished, and freed. order[k]: the process whose core was added as the k-th slot
// (mapping_tree.listed).
mapping_tree *plan_tree(const plan *p, int *order);
// Adds what each process computes to a graph of messages that is not finished yet.
void plan_add_work(const plan *p, mapping_graph *g);
// Process k runs where process at[k] did.
void plan_place(plan *p, const int *at);

#endif
