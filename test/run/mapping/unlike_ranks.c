// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Arrays of unlike rank that are split alike in one dimension, written and read in one nest: rows and their sums, norms, weights.
// MAX-SLOW: 0
// ARGS:
// ARGS: 3
// PER-STEP: procs=4 from="40 10" to="40 20" messages=0 collectives=0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 20

static double a[N][5], like[N];
#pragma dist distribute a[block][*], like[block]

struct table {
	int n, m;
	double *v, *weight;
#pragma dist array v[n][m], weight[n]
#pragma dist distribute v[block][*], weight[block]
};

static void normalise(struct table *t)
{
	for (int i = 0; i < t->n; i++) {
		double sum = 0;
		for (int j = 0; j < t->m; j++) {
			t->v[i * t->m + j] = t->v[i * t->m + j] / 2 + i + j;
			sum += t->v[i * t->m + j];
		}
		t->weight[i] = sum;
		for (int j = 0; j < t->m; j++) t->v[i * t->m + j] -= t->weight[i] / 64;
	}
}

static void rows(int n, int m, double x[n][m], double *y, double *z)
{
	for (int i = 0; i < n; i++) {
		y[i] = 0;
		for (int j = 0; j < m; j++) y[i] += x[i][j];
		z[n - 1 - i] = 1;
		for (int j = 0; j < m; j++) x[i][j] += y[i];
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 13, steps = argc > 2 ? atoi(argv[2]) : 3;
	double s = 0;
	struct table t = {n, 6};
	t.v = calloc(n * 6, sizeof *t.v);
	t.weight = calloc(n, sizeof *t.weight);
	double(*x)[7] = calloc(n, sizeof *x), *y = malloc(n * sizeof *y), z[n];
#pragma dist array x[n][7], y[n]
#pragma dist distribute x[block][*], y[block]
	for (int x1 = 0; x1 < N; x1++) {
		for (int k = 0; k < 5; k++) a[x1][k] = x1 + k;
		like[x1] = 0;
		for (int k = 0; k < 5; k++) like[x1] += a[x1][k];
	}
	for (int k = 0; k < steps; k++) normalise(&t);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 7; j++) x[i][j] = i - j;
	rows(n, 7, x, y, z);
	for (int i = 0; i < N; i++) printf("%g %g\n", like[i], a[i][3]);
	for (int i = 0; i < n; i++) printf("%g %g %g %g %g\n", t.weight[i], t.v[i * 6 + 2], y[i], x[i][1], z[i]);
	return 0;
}
