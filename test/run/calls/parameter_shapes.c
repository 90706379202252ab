// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 3
// BY-ALL: 13 "for (int i = 0; i < 2 * n; i++) for (int j = 1; j < m / 2;...": a value of 'v' that one process sets
//              is read by another one in the same nest
// ARGS: 12 8
// ARGS: 3 2
// Parameters that are given another shape than their arguments': the memory in flat order.
#include <stdio.h>
#include <stdlib.h>

static void flat(double *v, int n)
#pragma dist array v[n]
#pragma dist distribute v[block]
{
	for (int i = 0; i < n; i++) v[i] += i;
	for (int i = 1; i < n; i++) v[i] += 0.5 * (i % 3);
}

static void joined(double *v, int rows, int columns)
#pragma dist array v[rows][columns]
#pragma dist distribute v[block][*]
{
	for (int i = 1; i < rows; i++)
		for (int j = 0; j < columns; j++) v[i * columns + j] += 0.25 * (i + j);
}

static void parted(int n, int m, double (*v)[m / 2])
#pragma dist array v[2 * n][m / 2]
#pragma dist distribute v[*][block]
{
	for (int i = 0; i < 2 * n; i++)
		for (int j = 1; j < m / 2; j++) v[i][j] += v[i][j - 1] > 3 ? 1 : 2;
}

static double largest(const double *v, int planes, int rows, int columns)
#pragma dist array v[planes][rows][columns]
#pragma dist distribute v[*][block][*]
{
	double most = v[0];
	for (int i = 0; i < planes; i++)
		for (int j = 0; j < rows; j++)
			for (int k = 0; k < columns; k++)
				if (v[(i * rows + j) * columns + k] > most) most = v[(i * rows + j) * columns + k];
	return most;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 10, m = argc > 2 ? atoi(argv[2]) : 6;
	double(*a)[m] = malloc(n * sizeof *a), *b = malloc(n * m * sizeof *b);
#pragma dist distribute a[block][*]
#pragma dist array b[n][m]
#pragma dist distribute b[block][block]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = b[i * m + j] = i - j;
	flat(a[0], n * m);
	flat(b, n * m);
	joined(a[0], n / 2, 2 * m);
	joined(b, 2 * n, m / 2);
	parted(n, m, (double(*)[m / 2])a);
	parted(n, m, (double(*)[m / 2])b);
	printf("%g %g\n", largest(a[0], 1, n, m), largest(b, n, 1, m));
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) printf("%g %g\n", a[i][j], b[i * m + j]);
	free(a);
	free(b);
	return 0;
}
