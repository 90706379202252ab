// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Loops over the range of a row of a flat array, k from i * m to (i + 1) * m: the rows are the owners', whatever else
// is done for a row. What is computed for a row without a mapping is brought to all in one operation.
// ARGS: 61 43 3
// ARGS: 2 5 3
// ARGS: 5 1 2
// ARGS: 4 0 2
// PER-STEP: procs=2 from="190 80 4" to="190 80 14" collectives=3 messages=0
// PER-STEP: procs=7 from="190 80 4" to="190 80 14" collectives=3 messages=0
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 6 };

// The counter is used behind the loop.
static void sums(int n, int m, const double *a, double *r)
{
	int i, k;
	for (i = 0; i < n; i++) {
		double sum = 0;
		for (k = i * m; k < i * m + m; k++) sum += a[k];
		r[i] = sum + k % 3;
	}
}

static void scale(size_t n, size_t m, double *a)
{
	for (size_t i = 0; i < n; i++) {
		size_t row = i * m;
		for (size_t k = row; k < row + m; k++) {
			if (a[k] > 50) continue;
			a[k] *= 2;
		}
	}
}

// A sparse product, with as many entries in each row.
static void multiply(long n, const double *entry, const int *column, const double *x, double *y)
{
	for (long r = 0; r < n; r++) {
		double sum = 0;
		long first = WIDTH * r, last = first + WIDTH - 1;
		for (long k = first; k <= last; k++) sum += entry[k] * x[column[k]];
		y[r] = sum;
	}
}

// By columns and rows.
static double both(int n, int m, double (*f)[m], const double *g)
{
	double all = 0;
	for (int i = 0; i < n; i++) {
		double most = 0;
		for (int k = m * (i + 1) - m; k < m * (i + 1); k++) most = g[k] > most ? g[k] : most;
		for (int j = 0; j < m; j++) f[i][j] = most;
		all += most;
	}
	return all;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), steps = atoi(argv[3]);
	double *a = malloc(sizeof *a * (size_t)(n * m + 1)), *r = malloc(sizeof *r * (size_t)n);
	double *g = malloc(sizeof *g * (size_t)(n * m + 1)), (*f)[m] = malloc(sizeof(double) * (size_t)(n * m + 1));
	double *entry = malloc(sizeof *entry * (size_t)(n * WIDTH)), *y = malloc(sizeof *y * (size_t)n), s = 0;
	int *column = malloc(sizeof *column * (size_t)(n * WIDTH));
#pragma dist array a[n][m], g[n][m], entry[n][WIDTH], column[n][WIDTH]
#pragma dist distribute [block][*] :: a, f, entry, column
#pragma dist distribute g[block][block]
	for (int i = 0; i < n; i++)
		for (int k = i * m; k < (i + 1) * m; k++) a[k] = k % 7, g[k] = k % 11;
	for (int k = 0; k < n * WIDTH; k++) entry[k] = k % 4, column[k] = k * 7 % n;
	for (int t = 0; t < steps; t++) {
		sums(n, m, a, r);
		scale((size_t)n, (size_t)m, a);
		multiply(n, entry, column, r, y);
		for (int i = 0; i < n; i++) s += y[i];
		s += both(n, m, f, g);
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += a[i * m + j] * (j % 3) + f[i][j];
	printf("%.17g\n", s);
	return 0;
}
