// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// NO-PREDICTION: what functions on single rows send
//
// Rows that were allocated one by one, and are redistributed: a function on each of them finds the array, also behind
// where the first row's own memory ends.
#include <stdio.h>
#include <stdlib.h>

enum { N = 8 };
static double **a;
#pragma dist array a[N][N]
#pragma dist distribute a[block][*]
#pragma dist dynamic a

static void set_row(double *p, int n)
{
	for (int j = 0; j < n; j++) p[j] = j;
}

static double sum_of(const double *p, int n)
{
	double sum = 0;
	for (int j = 0; j < n; j++) sum += p[j];
	return sum;
}

int main(void)
{
	a = malloc(N * sizeof *a);
	for (int i = 0; i < N; i++) a[i] = malloc(N * sizeof **a);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) a[i][j] = 100 + i * 7 + j;
#pragma dist redistribute a[*][block]
	for (int i = 0; i < N; i++) printf("%g ", sum_of(a[i], N));
	for (int i = 0; i < N; i++) {
		set_row(a[i], N);
		printf("%d\n", i);
	}
#pragma dist redistribute a[block][*]
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) printf("%g%c", a[i][j], j < N - 1 ? ' ' : '\n');
	return 0;
}
