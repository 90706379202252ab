// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// One array for two parameters that have a mapping of their own, as for two that have none: where each element is read
// and set at one home index the nest is parallel.
#include <stdio.h>

enum { L = 5, N = 17, M = 6 };
static double a[L][N][M], b[L][N][M];
#pragma dist distribute [block][*][*] :: a, b

static void down(int l, double from[L][N][M], double to[L][N][M])
{
#pragma dist distribute [*][block][*] :: from, to
	double column[L];
#pragma dist independent new(column)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			for (int k = 0; k < l; k++) column[k] = from[k][i][j];
			for (int k = 1; k < l; k++) column[k] += 0.5 * column[k - 1];
			for (int k = 0; k < l; k++) to[k][i][j] = column[k];
		}
}

int main(void)
{
	double sum = 0;
	for (int k = 0; k < L; k++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) a[k][i][j] = k + i * j % 5;
	down(L, a, a);
	down(L, a, b);
	for (int k = 0; k < L; k++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) sum += a[k][i][j] * (k + 1) + b[k][i][j] * j;
	printf("%g %g %g\n", sum, a[3][4][5], b[4][16][0]);
	return 0;
}
