// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Sums of columns in a variable under loops that count oddly, or in which names mean something else: bounds of other
// types than the counter, no iteration, other variables with its name, values that are used behind the loop or by
// other ways.
// MAX-SLOW: 7
// BY-ALL: 16 "for (int j = (int)low; j < m - 1; j++)": what an unsigned number is as an index is not known
// ARGS: 31 7
// ARGS: 3 2
#include <stdio.h>
#include <stdlib.h>

static double total;
static void add_up(double *s) { total += *s; }

static double bounds(int n, int m, double (*a)[m], double *y, int k)
{
	unsigned hi = (unsigned)m - 1, low = (unsigned)k - 1;
	double s = 9;
	for (long j = k - 1; j < hi; j++) {
		s = 0;
		for (int i = 0; i < n; i++) s += a[i][j + 1];
		y[j + 1] = s;
	}
	for (int j = (int)low; j < m - 1; j++) {
		double t = 0;
		for (int i = 0; i < n; i++) t += a[i][j + 1];
		y[j + 1] += t;
	}
	for (int j = 0; j < 1.5; j++) {
		double t = 0;
		for (int i = 0; i < n; i++) t += a[i][j];
		y[j] += t;
	}
	return s;
}

static double none(int n, int m, double (*a)[m], double *y, int k)
{
	double s = 5;
	for (unsigned j = (unsigned)(k - 1); j < (unsigned)m; j++) {
		s = 0;
		for (int i = 0; i < n; i++) s += a[i][j];
		y[j] = s;
	}
	return s;
}

static void names(int n, int m, double (*a)[m], double *y)
{
	int low = 1;
	for (int j = 0; j < m; j++) {
		double s = 0;
		for (int i = 0; i < n; i++) s += a[i][j];
		for (int j = 0; j < 2; j++) y[j] += s;
	}
	for (int j = low; j < m; j++) {
		double s = 0;
		int low = 3;
		for (int i = 0; i < n; i++) s += a[i][j];
		y[j] += s + low;
	}
}

static double behind(int n, int m, double (*a)[m], double *y, int way)
{
	double s = 77;
	void *to = way ? &&set : &&use;
	for (int j = 0; j < m; j++) {
		s = 0;
		for (int i = 0; i < n; i++) s += a[i][j];
		y[j] -= s;
	}
	goto *to;
set:
	s = 4;
use:
	for (int j = 0; j < m; j++) {
		double t __attribute__((cleanup(add_up))) = 0;
		for (int i = 0; i < n; i++) t += a[i][j];
		y[j] += 2 * t;
	}
	return s;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), k = argc - 3;
	double (*a)[m] = malloc(sizeof *a * (size_t)n), *y = calloc((size_t)m + 2, sizeof *y), s = 0;
#pragma dist distribute a[block][*]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = (i * 7 + j * 3) % 11;
	s += bounds(n, m, a, y, k);
	s += none(n, m, a, y, k) * 10;
	names(n, m, a, y);
	s += behind(n, m, a, y, k) * 100;
	printf("%g %g\n", s, total);
	for (int j = 0; j < m; j++) printf("%g ", y[j]);
	printf("\n");
	return 0;
}
