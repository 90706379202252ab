// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: loops as translated programs have them, and how long they take on this core. Nothing of MPI.
#ifndef HPCC_TOOLS_PROBE_LOOPS_H
#define HPCC_TOOLS_PROBE_LOOPS_H

#include "probe_fit.h"

enum { PROBE_MOST_LOOPS = 20, PROBE_MOST_ROUNDS = 200 };

typedef struct probe_loops {
	int n_rounds;
	double sample[PROBE_MOST_LOOPS][PROBE_MOST_ROUNDS]; // ns for an element
} probe_loops;

// A round takes about a millisecond for each loop, or `ns` where that is given.
void probe_loops_round(probe_loops *l, double ns);

// The loops with their times so far; gives how many.
int probe_loops_take(probe_loops *l, fit_loop loop[PROBE_MOST_LOOPS]);

// a = b + s c on arrays of `bytes` each, which are larger than caches: bytes per second that go to and from memory. 0:
// there is no memory.
typedef struct probe_triad {
	long n;
	double *a, *b, *c;
} probe_triad;
bool probe_triad_new(probe_triad *t, double bytes);
double probe_triad_run(probe_triad *t);
void probe_triad_free(probe_triad *t);

double probe_seconds(void);

#endif
