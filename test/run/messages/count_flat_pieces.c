// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 30 20 2
// PER-STEP: procs=4 from="30 20 2" to="30 20 5" messages=0,0,0,0 bytes=0,0,0,0
// PER-STEP: procs=6 from="30 20 2" to="30 20 5" messages=0,0,0,0,0,0 bytes=0,0,0,0,0,0
// MAX-SLOW: 0
// Loops in flat order over arrays that are mapped alike send nothing, however many dimensions are split.
#include <stdio.h>
#include <stdlib.h>

static void axpy(int n, double by, const double *x, double *y)
{
	for (int k = 0; k < n; k++) y[k] += by * x[k];
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), steps = atoi(argv[3]);
	double(*a)[m] = malloc(n * sizeof *a), (*b)[m] = malloc(n * sizeof *b), (*p)[n][m] = malloc(3 * sizeof *p);
#pragma dist array p[3][n][m]
#pragma dist distribute a[block][block]
#pragma dist align b[i][j] with a[i][j]
#pragma dist distribute p[*][block][block]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			a[i][j] = i - j;
			b[i][j] = j;
			for (int k = 0; k < 3; k++) p[k][i][j] = k - j;
		}
	for (int t = 0; t < steps; t++) {
		axpy(n * m, 0.5, a[0], b[0]);
		axpy(n * m, 0.5, p[1][0], p[2][0]);
		axpy(n * m, 0.5, p[1][0], p[0][0]);
		axpy(n * m - 7, 0.5, a[0] + 3, b[0] + 3);
	}
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += b[i][j] * (i + 2) + p[2][i][j] * i + p[0][i][j];
	printf("%g\n", sum);
	return 0;
}
