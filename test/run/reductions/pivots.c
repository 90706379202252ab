// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Elimination with pivots: each step reads some elements by themselves, and rows and columns in parallel.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void eliminate(int n, double *a, double *x)
{
	int i, j, k, p;
	double most, t;
	for (k = 0; k < n; k++) {
		most = fabs(a[k * n + k]);
		p = k;
		for (i = k + 1; i < n; i++)
			if (most < fabs(a[i * n + k])) {
				most = fabs(a[i * n + k]);
				p = i;
			}
		if (most == 0) {
			fprintf(stderr, "no pivot in step %d\n", k);
			exit(1);
		}
		if (p != k) {
			for (j = 0; j < n; j++) {
				t = a[k * n + j];
				a[k * n + j] = a[p * n + j];
				a[p * n + j] = t;
			}
			t = x[k];
			x[k] = x[p];
			x[p] = t;
		}
		t = a[k * n + k];
		a[k * n + k] = 1;
		for (j = k + 1; j < n; j++) a[k * n + j] = a[k * n + j] / t;
		x[k] = x[k] / t;
		for (i = k + 1; i < n; i++)
			if (a[i * n + k] != 0) {
				t = -a[i * n + k];
				a[i * n + k] = 0;
				for (j = k + 1; j < n; j++) a[i * n + j] = a[i * n + j] + t * a[k * n + j];
				x[i] = x[i] + t * x[k];
			}
	}
}

static unsigned show(int n, const double *a, const double *x)
{
	unsigned sum = 0;
	for (int i = 0; i < n * n; i++) sum += (unsigned)(i + 1) * (unsigned)(int)(a[i] * 1e4);
	for (int i = 0; i < n; i++) printf("%.6f%c", x[i], i + 1 < n ? ' ' : '\n');
	return sum;
}

static void fill(int n, double *a, double *x)
{
	for (int i = 0; i < n; i++) {
		x[i] = i;
		for (int j = 0; j < n; j++) a[i * n + j] = (i * 7 + j * 3 + i * j * j) % 23 + (i == j) * 9;
	}
}

int main(void)
{
	int n = 26;
	double *by_rows = malloc(n * n * sizeof *by_rows), *by_columns = malloc(n * n * sizeof *by_columns),
	       *x = malloc(n * sizeof *x);
#pragma dist array [n][n] :: by_rows, by_columns
#pragma dist distribute by_rows[block][*]
#pragma dist distribute by_columns[*][block]
	fill(n, by_rows, x);
	eliminate(n, by_rows, x);
	printf("%u\n", show(n, by_rows, x));
	fill(n, by_columns, x);
	eliminate(n, by_columns, x);
	printf("%u\n", show(n, by_columns, x));
	free(by_rows), free(by_columns), free(x);
	return 0;
}
