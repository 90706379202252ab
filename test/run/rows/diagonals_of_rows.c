// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
// ARGS: 53 2
// ARGS: 2 1
// MAX-SLOW: 0
// TOLERANCE: 1e-11
// PER-STEP: procs=2 from="53 2" to="53 4" messages=0 collectives=5
// PER-STEP: procs=4 from="53 2" to="53 4" messages=0 collectives=5
// PER-STEP: procs=7 from="53 2" to="53 4" messages=0 collectives=5
// Diagonals a[i][i] of arrays of two dimensions: declared, on the heap, parameters, behind pointers to rows. Owners
// have them: a sum of logarithms is one reduction, not n x n elements for n, and what stands around it is split as
// without it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 53 };
static double a[N][N], d[N];
#pragma dist distribute a[block][*], d[block]

static double log_determinant(int n)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += log(fabs(a[i][i]));
	return s;
}

static double log_of_parameter(int n, double m[n][n])
{
	double s = 0;
	for (int i = 0; i < n; i++) s += log(fabs(m[i][i]));
	return s;
}

static double trace_of_rows(int n, double **m)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += m[i][i];
	return s;
}

// Beside the rows and the sum of what stands in them.
static double dominance(int n)
{
	double least = 1e9;
	for (int i = 0; i < n; i++) {
		double s = 0;
		for (int j = 0; j < n; j++)
			if (j != i) s += fabs(a[i][j]);
		if (fabs(a[i][i]) - s < least) least = fabs(a[i][i]) - s;
	}
	return least;
}

static void scale(int n)
{
	for (int i = 0; i < n; i++) d[i] = 1 / a[i][i];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) a[i][j] *= d[i] > 1 ? .9 : 1.1;
	for (int i = 0; i < n; i++) a[i][i] += .25;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, steps = argc > 2 ? atoi(argv[2]) : 1;
	double(*h)[n], **r, product = 0;
#pragma dist array h[n][n], r[n][n]
#pragma dist distribute [block][*] :: h, r
	h = malloc(n * sizeof *h);
	r = malloc(n * sizeof *r);
	for (int i = 0; i < n; i++) r[i] = malloc(n * sizeof **r);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) a[i][j] = h[i][j] = r[i][j] = 1. / (1 + i + 2 * j);
	for (int t = 0; t < steps; t++) {
		scale(n);
		for (int i = 0; i < n; i++) h[i][i] += a[i][i] * r[i][i];
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) r[i][j] = .5 * (h[i][j] + h[i][i]);
		for (int i = 0; i < n; i++) product += log(fabs(h[i][i]));
		printf("%.9g %.9g %.9g\n", log_determinant(n), log_of_parameter(n, h), trace_of_rows(n, r));
		printf("%.9g %.9g\n", dominance(n), product);
	}
	return 0;
}
