// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 17
// ARGS: 1 2
// ARGS: 5 3
// MAX-SLOW: 0
// Subscripts from 1: vectors of pointers, and rows, that begin before their memory. Rows of one block, and one by one.
#include <stdio.h>
#include <stdlib.h>

// Rows in one block, without an element 0.
static double **matrix(long r0, long r1, long c0, long c1)
{
	long rows = r1 - r0 + 1, columns = c1 - c0 + 1;
	double **m = (double **)malloc((size_t)((rows + 1) * sizeof(double *)));
	if (!m) exit(1);
	m += 1;
	m -= r0;
	m[r0] = (double *)malloc((size_t)((rows * columns + 1) * sizeof(double)));
	if (!m[r0]) exit(1);
	m[r0] += 1;
	m[r0] -= c0;
	for (long i = r0 + 1; i <= r1; i++) m[i] = m[i - 1] + columns;
	return m;
}

static void free_matrix(double **m, long r0, long c0)
{
	free((char *)(m[r0] + c0 - 1));
	free((char *)(m + r0 - 1));
}

// Every row by itself.
static float **separate(int r1, int c1)
{
	float **m = (float **)malloc(r1 * sizeof(float *)) - 1;
	for (int i = 1; i <= r1; i++) m[i] = (float *)malloc(c1 * sizeof(float)) - 1;
	return m;
}

static void relax(double **u, double **f, int n, int m)
{
	for (int i = 2; i < n; i++)
		for (int j = 2; j < m; j++) u[i][j] = 0.5 * (f[i - 1][j] + f[i + 1][j]) - f[i][j - 1] + f[i][j + 1];
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 11, m = argc > 2 ? atoi(argv[2]) : 16;
	double **u = matrix(1, n, 1, m), **f = matrix(1, n, 1, m), **g = matrix(1, n, 1, m);
	float **s = separate(n, m);
#pragma dist array u[n + 1][m + 1], f[n + 1][m + 1], g[n + 1][m + 1], s[n + 1][m + 1]
#pragma dist distribute[block][*] ::u, f
#pragma dist distribute g[block][block]
#pragma dist align s[i][j] with u[i][j]
	for (int i = 1; i <= n; i++)
		for (int j = 1; j <= m; j++) {
			u[i][j] = i * 3 + j;
			f[i][j] = 0;
			s[i][j] = i - j;
		}
	for (int i = 1; i <= n; i++)
		for (int j = 1; j <= m; j++) g[i][j] = u[i][j] + s[i][j];
	for (int t = 0; t < 3; t++) {
		relax(f, g, n, m);
		relax(g, u, n, m);
		relax(u, f, n, m);
	}
	double sum = 0;
	for (int i = 1; i <= n; i++)
		for (int j = 1; j <= m; j++) sum = g[i][j] > sum ? g[i][j] : sum;
	printf("%.17g\n", sum);
	for (int i = 1; i <= n; i++)
		for (int j = 1; j <= m; j++) printf("%.17g %.17g %.17g %g\n", u[i][j], f[i][j], g[i][j], s[i][j]);
	printf("%g %g\n", u[n][m], s[1][1]);
	free_matrix(u, 1, 1);
	free_matrix(f, 1, 1);
	free_matrix(g, 1, 1);
	for (int i = n; i >= 1; i--) free(s[i] + 1);
	free(s + 1);
	return 0;
}
