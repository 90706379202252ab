// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 9 8 7 2
// ARGS: 13 2 5 3
// ARGS: 3 1 11 2
// ARGS: 1 5 1 1
// MAX-SLOW: 2
// Sweeps along what is split that need what both of its ends have: in three dimensions, in flat memory, through
// pointers, along a grid, on aligned arrays and beside dynamic ones, with sums.
#include <stdio.h>
#include <stdlib.h>
#define U(i, j, k) u[((i) * m + (j)) * l + (k)]

// There and back again, in each column: neither rows nor turns are enough.
static double planes(int n, int m, int l, double *u, double *f)
{
	double most = 0;
	for (int j = 0; j < m; j++)
		for (int k = 0; k < l; k++) {
			for (int i = 1; i < n; i++) U(i, j, k) += U(i - 1, j, k) / 2 + f[(i * m + j) * l + k];
			for (int i = n - 2; i >= 0; i--) U(i, j, k) -= U(i + 1, j, k) / 4;
			if (U(0, j, k) > most) most = U(0, j, k);
		}
	return most;
}

static int columns(int n, int m, double (*a)[m], double (*b)[m])
{
	int signs = 0;
	for (int j = m - 1; j >= 0; j--) {
		double sum = 0;
		for (int i = 0; i < n; i++) sum += a[i][j];
		for (int i = 0; i < n; i++) {
			b[i][j] = a[i][j] - sum / 8 + (i > 0 ? b[i - 1][j] / 2 : 0);
			if (b[i][j] < 0) signs++;
		}
		for (int i = n - 1; i > 0; i--) a[i - 1][j] = a[i][j] + b[i - 1][j];
	}
	return signs;
}

static void both_ways(int n, double (*g)[n])
{
	for (int j = 0; j < n; j++) {
		for (int i = 1; i < n; i++) g[i][j] += g[i - 1][j] / 2;
		for (int i = n - 1; i > 0; i--) g[i - 1][j] += g[i][j] / 2;
	}
	for (int i = 0; i < n; i++) {
		for (int j = 1; j < n; j++) g[i][j] += g[i][j - 1] / 2;
		for (int j = n - 1; j > 0; j--) g[i][j - 1] += g[i][j] / 2;
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 9, m = argc > 2 ? atoi(argv[2]) : 8, l = argc > 3 ? atoi(argv[3]) : 7;
	int steps = argc > 4 ? atoi(argv[4]) : 2;
	double *u, *f, (*a)[m], (*b)[m], (*g)[n], *d;
#pragma dist array u[n][m][l], f[n][m][l], d[n][m]
#pragma dist distribute[block][*][*] ::u, f
#pragma dist array a[n][m], b[n][m], g[n][n]
#pragma dist distribute a[block][*]
#pragma dist align b[i][j] with a[i][j]
#pragma dist distribute g[block][block]
#pragma dist distribute d[block][*]
#pragma dist dynamic d
	u = malloc(sizeof *u * n * m * l), f = malloc(sizeof *f * n * m * l);
	a = malloc(sizeof *a * n), b = malloc(sizeof *b * n), g = malloc(sizeof *g * n), d = malloc(sizeof *d * n * m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			a[i][j] = (i * 5 + j) % 7, b[i][j] = 0, d[i * m + j] = (i + j) % 3;
			for (int k = 0; k < l; k++)
				U(i, j, k) = (i + 2 * j + 3 * k) % 7, f[(i * m + j) * l + k] = (i + k) % 5;
		}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) g[i][j] = (i * 3 + j * 2) % 5;
	for (int t = 0; t < steps; t++) {
		printf("%g ", planes(n, m, l, u, f));
		printf("%d\n", columns(n, m, a, b));
		both_ways(n, g);
#pragma dist redistribute d[*][block]
		for (int j = 0; j < m; j++) {
			for (int i = 1; i < n; i++) d[i * m + j] += d[(i - 1) * m + j];
			for (int i = n - 1; i > 0; i--) d[(i - 1) * m + j] -= d[i * m + j] / 2;
		}
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) d[i * m + j] += 1;
#pragma dist redistribute d[block][*]
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			printf("%g %g %g", a[i][j], b[i][j], d[i * m + j]);
			for (int k = 0; k < l; k++) printf(" %g", U(i, j, k));
			printf("\n");
		}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) printf("%g ", g[i][j]);
	printf("\n");
	return 0;
}
