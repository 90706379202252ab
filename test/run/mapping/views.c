// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Views: rows and parts of an array handed to functions, kept in pointers, and pointers advanced.
#include <stdio.h>

#define N 16
#define M 6

static double a[N][M], b[N][M], v[N * M];
#pragma dist distribute [block][*] :: a, b
#pragma dist distribute v[block]

static double row_sum(const double *row, int m)
{
	double s = 0;
	for (int j = 0; j < m; j++) s += row[j];
	return s;
}

static void set(double (*part)[M], int n, double by)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) part[i][j] += by;
}

static void copy(double *to, const double *from, int n)
{
	for (int i = 0; i < n; i++) to[i] = from[i];
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i + j, b[i][j] = i - j;
	set(&a[5], 7, 100);
	set(a + 2, 3, 1000);
	copy(&v[10], v, 0);
	copy(v, &a[0][0], N * M);
	copy(v + 3, v + 40, 20);
	copy(b[2], a[12], M);
	for (int i = 0; i < N; i++) {
		double *row = a[i];
		for (int j = 1; j < M; j++) b[i][j] += row[j - 1];
	}
	double(*lower)[M] = &a[N / 2];
	for (int i = 0; i < N / 2; i++)
		for (int j = 0; j < M; j++) lower[i][j] *= 2;
	printf("%g %g %g\n", row_sum(a[3], M), row_sum(&b[4][1], 3), row_sum(v + 8, 5));
	for (int i = 0; i < N; i++) printf("%g %g %g %g\n", row_sum(a[i], M), row_sum(b[i], M), v[i], v[N * M - 1 - i]);
	return 0;
}
