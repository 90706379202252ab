// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
// ARGS: 53 2
// ARGS: 2 1
// MAX-SLOW: 0
// TOLERANCE: 1e-11
// PER-STEP: procs=2 from="53 2" to="53 4" messages=0,1 collectives=5
// PER-STEP: procs=4 from="53 2" to="53 4" messages=0,1,1,1 collectives=5
// PER-STEP: procs=7 from="53 2" to="53 4" messages=0,1,1,1,1,1,1 collectives=5
// Diagonals of matrices that helpers get as flat memory: m[i * n + i] is an element of row i, not the first one of a row of n + 1. Owners have it: sums
// are one reduction, and else nothing is sent but a row of each neighbour for the diagonal below.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double trace(int n, const double *m)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += m[i * n + i];
	return s;
}

static double log_determinant(int n, const double *a)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += log(fabs(a[i + n * i]));
	return s;
}

static void inverse_diagonal(int n, const double *m, double *d)
{
	for (int i = 0; i < n; i++) d[i] = 1 / m[i * n + i];
}

static void shift(int n, double *m, double by)
{
	for (int i = 0; i < n; i++) m[n * i + i] += by;
}

static double above(int n, const double *m)
{
	double s = 0;
	for (int i = 0; i + 1 < n; i++) s += m[i * n + i + 1] - m[(i + 1) * n + i];
	return s;
}

// With a margin: the length of a row stands in the source alone.
static double within(int n, const double *w)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += w[(i + 1) * (n + 2) + i + 1];
	return s;
}

static double first_column(int n, const double *w)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += w[i * (n + 2)];
	return s;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 53, steps = argc > 2 ? atoi(argv[2]) : 1;
	double *m = malloc(sizeof *m * n * n), *d = malloc(sizeof *d * n);
	double *w = malloc(sizeof *w * (n + 2) * (n + 2));
#pragma dist array m[n][n]
#pragma dist array w[n + 2][n + 2]
#pragma dist array d[n]
#pragma dist distribute [block][*] :: m, w
#pragma dist distribute d[block]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) m[i * n + j] = 1. / (1 + i + 2 * j);
	for (int i = 0; i < n + 2; i++)
		for (int j = 0; j < n + 2; j++) w[i * (n + 2) + j] = i - .25 * j;
	for (int t = 0; t < steps; t++) {
		shift(n, m, .25);
		inverse_diagonal(n, m, d);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) m[i * n + j] *= d[i] > 1 ? .9 : 1.1;
		printf("%.9g %.9g\n", trace(n, m), log_determinant(n, m));
		printf("%.9g %.9g %.9g\n", above(n, m), within(n, w), first_column(n, w));
	}
	return 0;
}
