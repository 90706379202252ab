// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// independent with new and reduction, where the compiler cannot see it.
#include <stdio.h>
#include <stdlib.h>

#define N 14
#define M 5

static double a[N][M], b[N][M];
static int permutation[N];
#pragma dist distribute [block][*] :: a, b

int main(void)
{
	double work[M], sum = 0, t;
	for (int i = 0; i < N; i++) {
		permutation[i] = i * 3 % N;
		for (int j = 0; j < M; j++) a[i][j] = i * j, b[i][j] = 0;
	}
#pragma dist independent new(work, t) reduction(+: sum)
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) work[j] = a[i][M - 1 - j];
		for (int j = 0; j < M; j++) {
			t = work[j] + a[i][j];
			b[i][j] = t;
			sum += t;
		}
	}
#pragma dist independent
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] += b[i][permutation[j] % M];
	printf("%g\n", sum);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%g %g\n", a[i][j], b[i][j]);
	return 0;
}
