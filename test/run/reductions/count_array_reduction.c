// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// y = A' x with rows that are split: each process sends its part of y to the owners, and no element of A moves. In a function whose
// parameters are seen to be mapped by rows.
// ARGS: 13 3
// MAX-SLOW: 0
// PER-STEP: procs=4 from="40 10" to="40 20" messages=3 bytes=240 collectives=0
#include <stdio.h>
#include <stdlib.h>

static void transposed(int n, int m, double a[n][m], const double x[n], double y[m])
{
	for (int j = 0; j < m; j++) y[j] = y[j] / 2;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) y[j] += a[i][j] * x[i];
}

int main(int argc, char **argv)
{
	int m = argc > 1 ? atoi(argv[1]) : 9, steps = argc > 2 ? atoi(argv[2]) : 4, n = m + 21;
	double(*a)[n][m] = malloc(sizeof *a), *x = malloc(n * sizeof *x), *y = calloc(m, sizeof *y);
#pragma dist distribute a[block][*]
#pragma dist array x[n], y[m]
#pragma dist distribute [block] :: x, y
	for (int i = 0; i < n; i++) {
		x[i] = i % 7;
		for (int j = 0; j < m; j++) (*a)[i][j] = (i + 3 * j) % 16;
	}
	for (int t = 0; t < steps; t++) transposed(n, m, *a, x, y);
	for (int j = 0; j < m; j++) printf("%.17g\n", y[j]);
	free(a), free(x), free(y);
	return 0;
}
