// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 2
// BY-ALL: 100 what `pure` functions set in a loop depends on the iteration before
//
// A function that is marked as pure has no effect but its result and what its pointer arguments name: it may set that.
#include <stdio.h>

static double next(double *seed, double by);
static void fill(int n, double *seed, double by, double *row);
#pragma dist pure(next, fill)

enum { N = 12, M = 9 };
static double a[N][M], b[N];
#pragma dist distribute a[block][*], b[block]

int main(void)
{
	double seed = 7, sum = 0;
	for (int i = 0; i < N; i++) {
		double here = seed;
		fill(M - 1, &here, 3, &a[i][1]);
		next(&seed, 5);
	}
	for (int i = 0; i < N; i++) b[i] = next(&seed, 11);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += a[i][j] * (i + 2 * j);
	printf("%g %g %g %g %g\n", sum, a[3][4], b[0], b[N - 1], seed);
	return 0;
}

static double next(double *seed, double by)
{
	int v = (int)(*seed * by);
	return *seed = v % 1009;
}

static void fill(int n, double *seed, double by, double *row)
{
	for (int i = 0; i < n; i++) row[i] = next(seed, by);
}
