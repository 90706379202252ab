// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Functions that read a row, or a whole array that every process has, called for each element of a distributed nest.
#include <stdio.h>

#define N 17
#define M 6

static double a[N][M], b[N][M], r[N];
#pragma dist distribute [block][*] :: a, b
#pragma dist align r[i] with a[i][*]
static double table[M];

static double sum_of(const double *row, int n)
{
	double s = 0;
	for (int k = 0; k < n; k++) s += row[k];
	return s;
}

static double around(const double *row, int j) { return j == 0 ? row[j] : row[j - 1] + row[j]; }

int main(void)
{
	for (int j = 0; j < M; j++) table[j] = j * 3;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i * j + 1;
	for (int i = 1; i < N - 1; i++)
		for (int j = 0; j < M; j++) b[i][j] = around(a[i - 1], j) + around(a[i + 1], j) + around(table, j);
	for (int i = 0; i < N; i++) r[i] = sum_of(b[i], M);
	double all = 0;
	for (int i = 0; i < N; i++) all += sum_of(a[i], M) * r[i];
	for (int i = 0; i < N; i++) printf("%g %g\n", r[i], b[i][M - 1]);
	printf("%g %g\n", all, sum_of(b[3], M));
	return 0;
}
