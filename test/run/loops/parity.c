// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 9
// ARGS: 2 3
// MAX-SLOW: 0
// Chequered grids whose colours are told by exclusive or.
#include <stdio.h>
#include <stdlib.h>

static void sweep(int n, int m, double *x, int colour)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++) {
			if ((i ^ j ^ colour) & 1) continue;
			x[i * m + j] = (x[(i - 1) * m + j] + x[(i + 1) * m + j] + x[i * m + j - 1]) / 3;
		}
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	double *x = malloc(sizeof *x * n * m);
#pragma dist array x[n][m]
#pragma dist distribute x[block][*]
	(void)argc;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) x[i * m + j] = (i ^ (j - 4)) & 1 ? i * j : -j;
	for (int t = 0; t < 3; t++) sweep(n, m, x, 0), sweep(n, m, x, 1), sweep(n, m, x, t);
	for (int i = 0; i < n * m; i++) printf("%g\n", x[i]);
	return 0;
}
