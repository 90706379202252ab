// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 12 7 9
// ARGS: 3 5 7
// MAX-SLOW: 3
// BY-ALL: 80 "g[q][i * m + j] = f[q][i * m + j + k] + q;" and the two behind it: other subscripts are meant
// Arrays whose type has one dimension for two of those of their shape, where subscripts are others than they seem.
#include <stdio.h>
#include <stdlib.h>

// Into the row after the next one.
static void beyond(int n, int m, int k, double f[4][n * m], double g[4][n * m])
{
	for (int q = 0; q < 4; q++)
		for (int i = 0; i < n - 2; i++)
			for (int j = 0; j < m; j++) g[q][i * m + j] = f[q][i * m + j + k] + q;
}

// With k = -1 as a large number.
static void around(int n, int m, unsigned k, double f[4][n * m], double g[4][n * m])
{
	for (int q = 0; q < 4; q++)
		for (int i = 0; i < n; i++)
			for (int j = 1; j < m; j++) g[q][i * m + j] += f[q][(unsigned)(i * m + j) + k] / 2;
}

static void changed(int n, int m, double *a, double *b)
{
	int length = n * m;
	double(*f)[length] = (double(*)[length])a, (*g)[length] = (double(*)[length])b;
	length = m;
	for (int q = 0; q < 4; q++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) g[q][i * m + j] += f[q][i * m + j] * 3;
}

// Planes are arrays of two dimensions.
static void planes(int n, int m, double (*f)[m], double (*g)[m])
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < m; j++) f[i][j] += g[i - 1][j] + g[i + 1][j];
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), k = atoi(argv[3]);
	double *a = malloc(sizeof(double[4]) * n * m), *b = malloc(sizeof(double[4]) * n * m), sum = 0;
#pragma dist array a[4][n][m], b[4][n][m]
#pragma dist distribute [*][block][*] :: a, b
	for (int q = 0; q < 4; q++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) a[(q * n + i) * m + j] = q + i * j % 7, b[(q * n + i) * m + j] = i;
	beyond(n, m, k, (double(*)[n * m])a, (double(*)[n * m])b);
	around(n, m, -1u, (double(*)[n * m])a, (double(*)[n * m])b);
	changed(n, m, a, b);
	for (int q = 0; q < 4; q++) planes(n, m, (double(*)[m])(a + q * n * m), (double(*)[m])(b + q * n * m));
	for (int q = 0; q < 4; q++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) sum += a[(q * n + i) * m + j] * (j + 1) + b[(q * n + i) * m + j] * (i + q);
	printf("%g\n", sum);
	return 0;
}
