// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// `if (x > *m) *m = x`, behind a pointer, in a table by an index, and of an element that stays where it is.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 41, M = 13, K = 7 };
static double a[N][M], v[N];
static int kind[N];
#pragma dist distribute a[block][*]
#pragma dist align v[i] with a[i][*]
static double top[K];
static int low[K];
static void norm(const double (*r)[M], int n, double *rnm2, double *rnmu, double *least)
{
	double s = 0;
	*rnmu = 0.0, *least = 1e30;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) {
			s += r[i][j] * r[i][j];
			double x = fabs(r[i][j]);
			if (x > *rnmu) *rnmu = x;
			if (*least >= x) *least = x;
		}
	*rnm2 = sqrt(s);
}
int main(void)
{
	for (int i = 0; i < N; i++) {
		kind[i] = i * 5 % K;
		v[i] = i % 9 - 4;
		for (int j = 0; j < M; j++) a[i][j] = (i * 7 + j * 3) % 31 - 12.5;
	}
	double two, most, least;
	norm(a, N, &two, &most, &least);
	printf("%.12g %g %g\n", two, most, least);
	a[3][2] = NAN;
	for (int k = 0; k < K; k++) top[k] = -1e9, low[k] = 99;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (a[i][j] > top[kind[i]]) top[kind[i]] = a[i][j];
	for (int i = 0; i < N; i++)
		if ((int)v[i] * i % 10 < low[i % K]) low[i % K] = (int)v[i] * i % 10;
	for (int k = 0; k < K; k++) printf("%g %d ", top[k], low[k]);
	// Each where it is.
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (a[i][j] < 0) a[i][j] = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (v[i] < a[i][j]) v[i] = a[i][j];
	for (int j = 0; j < M - 1; j++)
		for (int i = 1; i < N; i++)
			if (a[i - 1][j] > a[i][j + 1]) a[i][j + 1] = a[i - 1][j];
	double s = 0;
	for (int i = 0; i < N; i++) s += v[i] * (i % 4) + (isnan(a[i][5]) ? 1 : a[i][5]);
	printf("\n%.12g %g\n", s, v[3]);
	return 0;
}
