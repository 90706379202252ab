// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 29 "for (int i = 0; i < n; i++) if (x[i] * weight[i] > most) {": a value of 'most' that one process sets
//              is read by another one in the same nest
//            "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) x[i...": nothing in it is split
//            "for (int i = 0; i < n; i++) sums[i] = 0;": takes the slow path
//            "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) y[i...": takes the slow path
// ARGS: 40 30
// ARGS: 3 2
// MAX-SLOW: 2
// Functions that are called with arrays of several mappings, and with arrays that all processes have, in each of their places.
// Slow are the two calls that add a mapped array into one which all have: each needs all of it.
#include <stdio.h>
#include <stdlib.h>

static void fill(int n, int m, double *x, int by)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) x[i * m + j] = i * j * by % 11;
}

static double dot(int n, int m, const double *x, const double *y)
{
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += x[i * m + j] * y[i * m + j];
	return s;
}

void axpy(int n, int m, const double *x, double *y)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) y[i * m + j] += 2 * x[i * m + j];
}

static void rows(int n, int m, double (*x)[m], double *sums)
{
	for (int i = 0; i < n; i++) {
		sums[i] = 0;
		for (int j = 0; j < m; j++) sums[i] += x[i][j];
	}
}

static double largest(int n, const double *x, const double *weight, int *where)
{
	double most = -1;
	*where = -1;
	for (int i = 0; i < n; i++)
		if (x[i] * weight[i] > most) {
			most = x[i] * weight[i];
			*where = i;
		}
	return most;
}

static int steps(int n, int m, double *x, const double *y, int left)
{
	if (left == 0) return 1;
	for (int i = 0; i < n * m; i++) x[i] = 0.5 * (x[i] + y[i]);
	return 1 + steps(n, m, x, y, left - 1);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, m = argc > 2 ? atoi(argv[2]) : 30, at;
	double(*a)[m] = malloc(n * sizeof *a), (*b)[m] = malloc(n * sizeof *b), (*c)[m] = malloc(n * sizeof *c);
	double(*d)[m] = malloc(n * sizeof *d), *all = malloc(n * sizeof *all), *own = malloc(n * sizeof *own);
	double s = 0;
#pragma dist distribute a[block][*]
#pragma dist distribute b[*][block]
#pragma dist array own[n]
#pragma dist distribute own[block]
	fill(n, m, *a, 1), fill(n, m, *b, 2), fill(n, m, *c, 3), fill(n, m, *d, 5);
	s += dot(n, m, *a, *c) + 2 * dot(n, m, *c, *a) + 3 * dot(n, m, *c, *b) + 4 * dot(n, m, *c, *d);
	s += dot(n, m, *a, *a) + dot(n, m, *b, *b) + dot(n, m, *a, *b);
	axpy(n, m, *c, *a);
	axpy(n, m, *c, *d);
	axpy(n, m, *b, *b == *a ? *a : *c);
	axpy(n, m, *a, *c);
	axpy(n, m, *d, *b);
	rows(n, m, a, own);
	rows(n, m, a, all);
	for (int i = 0; i < n; i++) s += i * all[i] - own[i];
	rows(n, m, d, all);
	printf("%g\n", largest(n, own, all, &at));
	printf("%d\n", at);
	printf("%g\n", largest(n, all, own, &at));
	printf("%d\n", at);
	printf("%d %d\n", steps(n, m, *c, *a, 3), steps(n, m, *a, *d, 2));
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += (a[i][j] - 2 * b[i][j]) * (i + j) + c[i][j] * i + d[i][j] * j;
	printf("%.12g %.12g\n", s, c[n - 1][m - 1]);
	free(a), free(b), free(c), free(d), free(all), free(own);
	return 0;
}
