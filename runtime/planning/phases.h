// SPDX-License-Identifier: Apache-2.0
//
// What the program says of its phases (phases.c), for those that ask: hpcc-run by a file (phases_file.c), and the program
// itself (planned.c).
#ifndef HPCC_RUNTIME_PHASES_H
#define HPCC_RUNTIME_PHASES_H

#include "hpcc/callbacks.h"
#include "planning.h"

// A profile of work: so many parts of the domain, and steps of the cycle at most.
enum { PHASE_POINTS = 32, PHASE_STEPS = 16, PHASES_MOST_AXES = 64 };

// Arrays and templates in equal blocks; those with the same name, sizes and processes are noted once.
typedef struct noted_block {
	const char *name;
	int grid_rank, parts;
	long n;
	const struct noted_block *next;
} noted_block;

typedef struct phases_t {
	const hpcc_callbacks *table;
	long *par; // values of its parameters, in its order
	char *is_known;
	const noted_block *blocks;
	long units;                         // of the whole domain: indices along the dimension that is split
	long axis_extent[PHASES_MOST_AXES]; // of the table's axes; 0: not known
} phases_t;
extern phases_t hpcc_the_phases;

// Evaluates all that is known. NULL, or the reason why nothing can be said of the work.
const char *hpcc_phases_evaluate(void);
// Of the cycle; 0: not known.
double hpcc_phases_steps(void);
// What a process needs beside its units, and for each of them, in bytes.
void hpcc_phases_memory(double *fixed, double *each);

// What this process's loops got of a processor, as part of a wall clock's time; 0: they took too little to tell.
double hpcc_phases_part_of_core(void);

// How often a phase happens in a step.
long hpcc_phase_runs(const hpcc_phase *p);

// Of a computation.
typedef struct phase_work_t {
	double fixed[HPCC_N_OPERATIONS], split[HPCC_N_OPERATIONS]; // in a step, on the average; of all units
	int n_steps;
	double before[PHASE_STEPS][PHASE_POINTS + 1]; // the part of a mean step's operations before each position
	int has_profile;                              // it is split, and there are any
	double bytes;                                 // that are touched of all arrays
} phase_work_t;
phase_work_t hpcc_phase_work(const hpcc_phase *p);

// Of a computation's nest, what a process took for its part of a step (predicting: for all), in nanoseconds of a
// processor, and the operations of that part, both on the average of the steps but the first one; ns 0: not known.
typedef struct phase_measured_t {
	double ns, operations[HPCC_N_OPERATIONS];
} phase_measured_t;
// Process 0 gets those of all processes, by all of them at once: row k * n + q is that of process q for phase k, n
// being the number of processes that there are (predicting: 1). To be freed; NULL on others.
phase_measured_t *hpcc_phases_measured(void);

#endif
