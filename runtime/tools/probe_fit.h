// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: least squares. EQ 1 of Weissman and Grimshaw from measured times, and costs of operations from measured
// loops. Nothing of MPI.
//
// All errors are relative, so that small messages count as much as large ones, and constants are at least 0.
#ifndef HPCC_TOOLS_PROBE_FIT_H
#define HPCC_TOOLS_PROBE_FIT_H

#include "../../machine/machine.h"

enum { FIT_MOST_PIECES = 6, FIT_MOST_SIZES = 32 };

// What two measurements of the same thing differ in on a quiet machine: a better fit than this is none.
#define FIT_NOISE 0.02

// What one exchange took. `again` are times from two halves of the same runs: how they differ is noise.
typedef struct fit_point {
	double bytes, processes, us, again[2];
} fit_point;

// EQ 1 in a range of sizes, from the smallest size of the piece to the smallest of the next one.
typedef struct fit_piece {
	int form; // machine_form
	double c[4];
	double c_error[4]; // two standard errors, from what is left over and from the noise; 0: not fitted
	double bytes_from, bytes_to;
	int processes_from, processes_to;
	double error, worst; // of all points and their `again`; relative
	int n_points;
} fit_piece;

// One form for all sizes, and as few pieces as describe them: MPI sends small and large messages in different ways.
// Gives the number of pieces; 0: there are no points (or times that are not positive). With one number of processes
// nothing is known of f: it is then the one that the topology suggests, and c1 = c3 = 0 unless that is `constant`.
int probe_fit(const fit_point *point, int n, machine_topology topology, fit_piece piece[FIT_MOST_PIECES]);

double probe_fit_value(const fit_piece *p, double bytes, double processes);
double probe_form_value(int form, double processes);

// x >= 0 that makes the sum of (row . x - y)^2 least; at most FIT_MOST_UNKNOWN of them. rows: n * unknown, one row
// after the other. False: nothing can be said.
enum { FIT_MOST_UNKNOWN = 12 };
bool probe_least_squares(int n, int unknown, const double *rows, const double *y, double *x);

// A loop that was measured: operations of each kind for an element, as the callbacks count them, and its time.
typedef struct fit_loop {
	const char *name;
	double operations[HPCC_N_OPERATIONS];
	double ns, again[2]; // `again`: of two halves of the runs
} fit_loop;

// What operations cost in loops like these: near the file format's proportions where loops say nothing. Kinds that no
// loop has: 0. Gives the root of the mean square of what the sums are off, relative.
double probe_fit_operations(const fit_loop *loop, int n, double ns[HPCC_N_OPERATIONS]);

// The value below which a tenth of the samples are; sorts them. On a machine that others use half of all runs and more
// are disturbed, so that the median says what the others do; the least one may be a clock's mistake.
double probe_undisturbed(double *sample, int n);
double probe_median(double *sample, int n);

#endif
