// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Memory that an iteration allocates, works with and frees is its own, as an array that is declared there; not where
// its address is kept, or where it is not freed there.
// FLAGS: -lm
// ARGS: 33 17
// ARGS: 4 3
// MAX-SLOW: 33
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void insertion(double *v, int n)
{
	for (int i = 1; i < n; i++) {
		double x = v[i];
		int j = i - 1;
		for (; j >= 0 && v[j] > x; j--) v[j + 1] = v[j];
		v[j + 1] = x;
	}
}

static double *kept;
static void keep(double *p) { kept = p; }

// CHECK-NOT: warning:
// Lines of a tridiagonal system.
static void solve(int n, int m, double *u)
{
	for (int i = 0; i < n; i++) {
		double *p = malloc(m * sizeof *p), *q = (double *)calloc(m, sizeof *q);
		p[0] = 0;
		for (int j = 1; j < m; j++) {
			double d = 4 - p[j - 1];
			p[j] = 1 / d;
			q[j] = (u[i * m + j] + q[j - 1]) / d;
		}
		for (int j = m - 2; j > 0; j--) u[i * m + j] = p[j] * u[i * m + j + 1] + q[j];
		free(p), free(q);
	}
}

// The middle of what is around an element, sorted by the library, or by the program.
static void median(int n, int m, const double *in, double *out)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++) {
			double *window = malloc(9 * sizeof(double));
			double *copy = malloc(9 * sizeof(double));
			int k = 0;
			for (int y = -1; y <= 1; y++)
				for (int x = -1; x <= 1; x++) window[k++] = in[(i + y) * m + j + x];
			memcpy(copy, window, 9 * sizeof *copy);
			qsort(window, 9, sizeof *window, ascending);
			insertion(copy, 9);
			out[i * m + j] = window[4] + copy[8];
			free(window);
			free(copy);
		}
}

static void lends(int n, int m, double *u)
{
	// CHECK: own_blocks.c:[[#@LINE + 4]]:3: warning: this loop runs on one process after the other
	for (int i = 0; i < n; i++) {
		double *p = malloc(m * sizeof *p);
		keep(p);
		for (int j = 0; j < m; j++) p[j] = u[i * m + j];
		kept[0] = 2;
		u[i * m] = p[0] + p[m - 1];
		free(p);
	}
}

// In a function that is called for each row.
static double spread(int m, const double *row)
{
	double *t = malloc(m * sizeof *t), s = 0;
	for (int j = 0; j < m; j++) t[j] = floor(row[j] * row[m - 1 - j]);
	for (int j = 1; j < m; j++) s += fmod(t[j], 100) - t[j - 1] * (j % 3);
	free(t);
	return s;
}

// A function gets it.
static void difference(int m, const double *above, const double *below, double *d)
{
	for (int j = 0; j < m; j++) d[j] = above[j] - below[j];
}

static void smooth(int n, int m, const double *u, double *v)
{
	for (int i = 1; i < n - 1; i++) {
		double *d = calloc(m, sizeof *d);
		difference(m, &u[(i - 1) * m], &u[(i + 1) * m], d);
		for (int j = 1; j < m; j++) v[i * m + j] += floor(d[j] + d[j - 1]);
		free(d);
	}
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	double *u = malloc(n * m * sizeof *u), *v = calloc(n * m, sizeof *v), *r = malloc(n * sizeof *r), s = 0;
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute [block][*] :: u, v
#pragma dist distribute r[block]
	for (int k = 0; k < n * m; k++) u[k] = k * 37 % 101;
	for (int t = 0; t < 3; t++) {
		solve(n, m, u);
		median(n, m, u, v);
		for (int k = 0; k < n * m; k++) u[k] += floor(v[k]);
		for (int i = 0; i < n; i++) r[i] = spread(m, &u[i * m]);
		for (int i = 0; i < n; i++) s += fmod(r[i], 1000);
		smooth(n, m, u, v);
	}
	lends(n, m, v);
	for (int k = 0; k < n * m; k++) s += u[k] * (k % 7) + v[k];
	printf("%.10g\n", s);
	return 0;
}
