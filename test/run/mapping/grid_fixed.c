// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MIN-PROCS: 6
// COUNTS: 1 6 7
// A grid of fixed extents: more processes own nothing, fewer are told.
#include <stdio.h>

#define N 11

static double a[N][N], b[N][N];
#pragma dist processors P[2][3]
#pragma dist distribute [block][block] onto P :: a, b

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) a[i][j] = i * j;
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) b[i][j] = a[i - 1][j - 1] + a[i + 1][j + 1];
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) sum += b[i][j];
	printf("%g\n", sum);
	for (int i = 0; i < N; i++) printf("%g %g\n", b[i][i], b[i][N - 2]);
	return 0;
}
