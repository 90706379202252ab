// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 12 10 6
// ARGS: 8 9 24
// ARGS: 2 3 1
// MAX-SLOW: 0
// Parameters with a mapping and a shape of their own, in rows of another length than the argument's: its memory has both during the call.
#include <stdio.h>
#include <stdlib.h>

static void down(int n, int m, double *x)
{
#pragma dist array x[n][m]
#pragma dist distribute x[*][block]
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++) x[i * m + j] += 0.5 * x[(i - 1) * m + j];
}

static void along(int n, int m, double *x)
{
#pragma dist array x[n][m]
#pragma dist distribute x[block][*]
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++) x[i * m + j] += 0.25 * x[i * m + j - 1];
}

static double tiles(int n, int m, double *x, double *y)
{
#pragma dist array x[n][m], y[n][m]
#pragma dist distribute x[block][block]
#pragma dist align y[i][j] with x[i][j]
	double sum = 0;
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			y[i * m + j] = x[(i - 1) * m + j] + x[(i + 1) * m + j] + x[i * m + j - 1] + x[i * m + j + 1];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += y[i * m + j] * (i - 2 * j);
	if (sum < 0) return sum;
	down(m, n, x);
	return sum + 1;
}

static double line(int n, double *x)
{
#pragma dist array x[n]
#pragma dist distribute x[block]
	double sum = 0;
	for (int i = 0; i < n; i++) sum += x[i] * (i % 7);
	return sum;
}

static void all(int n, int m, double (*x)[m], double (*y)[m], int p, int q)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) x[i][j] = (i * m + j) % 11;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) y[i][j] = (i * m + j) % 5;
	down(p, q, x[0]);
	along(p, q, x[0]);
	printf("%.10g\n", tiles(p, q, x[0], y[0]));
	along(m, n, y[0]);
	printf("%.10g %.10g\n", line(n * m, x[0]), line(n * m, y[0]));
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += x[i][j] * (i + 1) + y[i][j] * j;
	printf("%.10g\n", sum);
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), p = atoi(argv[3]), q = n * m / p;
	double(*a)[m] = malloc(n * sizeof *a), (*b)[m] = malloc(n * sizeof *b);
	double(*c)[m] = malloc(n * sizeof *c), (*d)[m] = malloc(n * sizeof *d);
	double(*e)[m] = malloc(n * sizeof *e), (*f)[m] = malloc(n * sizeof *f);
#pragma dist distribute [block][*] :: a, b
#pragma dist distribute [*][block] :: c
#pragma dist distribute [block][block] :: e
#pragma dist array d[n][m], f[n][m]
#pragma dist align d[i][j] with c[i][j]
#pragma dist align f[i][j] with e[i][*]
	all(n, m, a, b, p, q);
	all(n, m, c, d, p, q);
	all(n, m, e, f, p, q);
	return 0;
}
