// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Arrays of automatic storage, mapped in a block; a called function has its own, twice.
#include <stdio.h>

enum { N = 19 };

static double total(int seed)
{
	double a[N][N];
#pragma dist distribute a[block][*]
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) a[i][j] = (i * seed + j) % 7;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) sum += a[i][j] * (i + 1);
	return sum;
}

int main(void)
{
#pragma dist distribute [block][*] :: a, b
	double a[N][N], b[N][N];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = i * N + j;
			b[i][j] = 0;
		}
	for (int i = 1; i < N; i++)
		for (int j = 0; j < N; j++) b[i][j] = a[i - 1][j] - a[i][N - 1 - j];
	printf("%g %g\n", total(3), total(5));
	for (int i = 0; i < N; i++) printf("%g %g\n", b[i][0], b[i][N - 1]);
	return 0;
}
