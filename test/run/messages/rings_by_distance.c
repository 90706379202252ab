// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Neighbours on a ring at a distance that is a variable, or larger than a few, and the ring's length a variable: what
// they need is a piece at each end, not the whole array; right answers where the ring is shorter than the distance, too
// (then all run all of it, and it is told: MAX-SLOW).
// ARGS: 640 20 5
// ARGS: 11 3 4
// ARGS: 7 20 4
// ARGS: 10 55 4
// ARGS: 20 20 4
// MAX-SLOW: 4
// PER-STEP: procs=2 from="640 20 5" to="640 20 15" messages=2 bytes=1120 collectives=0
// PER-STEP: procs=4 from="640 20 5" to="640 20 15" messages=4 bytes=1120 collectives=0
// PER-STEP: procs=7 from="640 20 5" to="640 20 15" messages=4 bytes=1120 collectives=0
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 64, LENGTH = 50 };

static double q[ROWS][LENGTH], r[ROWS][LENGTH];
#pragma dist distribute [block][*] :: q, r

static double *x, *y;

static void along(int n, int far)
{
	for (int k = 0; k < n; k++) y[k] = x[(k + far) % n] + x[(k - far + n) % n] + x[(k + 1) % n];
}

// Further than around: only ahead, as % gives what is below 0 for the other direction.
static void ahead(int n, int far)
{
	for (int k = 0; k < n; k++) y[k] = x[(k + far) % n] + x[(k + 1) % n];
}

static void along_rows(int n, const double *from, double *to)
{
	for (int k = 0; k < n; k++) to[k] = from[(k + 1) % n] + from[(k + LENGTH) % n] + from[(k + n - LENGTH) % n];
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 640, far = argc > 2 ? atoi(argv[2]) : 20;
	int steps = argc > 3 ? atoi(argv[3]) : 4;
	double sum = 0;
	x = malloc(n * sizeof *x), y = malloc(n * sizeof *y);
#pragma dist distribute [block] :: x, y
	for (int k = 0; k < n; k++) x[k] = k * k % 101;
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < LENGTH; j++) q[i][j] = i * 100 + j;
	for (int t = 0; t < steps; t++) {
		if (far <= n)
			along(n, far);
		else
			ahead(n, far);
		for (int k = 0; k < n; k++) x[k] = (int)(y[k] / 2);
		along_rows(ROWS * LENGTH, *q, *r);
		for (int i = 0; i < ROWS; i++)
			for (int j = 0; j < LENGTH; j++) q[i][j] = (int)(r[i][j] / 2);
	}
	for (int k = 0; k < n; k++) sum += x[k];
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < LENGTH; j++) sum += q[i][j] * (i + j);
	printf("%.0f\n", sum);
	free(x);
	free(y);
	return 0;
}
