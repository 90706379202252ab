// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 37 37 2
// ARGS: 5 61 1
// ARGS: 2 3 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="37 37 2" to="37 37 4" messages=0 collectives=1
// PER-STEP: procs=4 from="37 37 2" to="37 37 4" messages=0 collectives=1
// PER-STEP: procs=7 from="37 37 2" to="37 37 4" messages=0 collectives=1
// Elements i * m + i in functions that get flat memory: of the diagonal in rows of m, which the source multiplies with,
// not the first ones of rows of m + 1. Rows may be longer than there are many.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void set_diagonal(int n, int m, double *a, const double *b)
{
	for (int i = 0; i < n; i++) a[i * m + i] = .5 * b[i * m + i] + 1;
}

static double logarithm(int n, int m, const double *a)
{
	double sum = 0;
	for (int i = 0; i < n; i++) sum += log(1 + fabs(a[i + m * i]));
	return sum;
}

// Rows of m + 1, as the source says.
static void set_longer(int n, int m, double *a)
{
	for (int i = 0; i < n; i++) a[i * (m + 1)] += 1;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, m = argc > 2 ? atoi(argv[2]) : 25, steps = argc > 3 ? atoi(argv[3]) : 2;
	double *u = malloc(n * m * sizeof *u), *v = malloc(n * m * sizeof *v), *w = malloc(n * (m + 1) * sizeof *w);
#pragma dist array u[n][m], v[n][m], w[n][m + 1]
#pragma dist distribute u[block][*], v[block][*], w[block][*]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i * m + j] = v[i * m + j] = w[i * (m + 1) + j] = (3 * i + j) % 11;
	double sum = 0;
	for (int t = 0; t < steps; t++) {
		set_diagonal(n, m, u, v);
		set_diagonal(n, m, v, u);
		set_longer(n, m, w);
		sum += logarithm(n, m, u);
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) printf("%.9g %.9g ", v[i * m + j], j ? 0 : w[i * (m + 1) + j]);
	printf("\n%.9g\n", sum);
	return 0;
}
