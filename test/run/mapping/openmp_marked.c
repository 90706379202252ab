// SPDX-License-Identifier: Apache-2.0
// REQUIRES: libomp
// RUN: %compare %s
// FLAGS: -fopenmp
// COUNTS: 1 3 7
// MAX-SLOW: 0
//
// What is said of a loop may stand in front of OpenMP's pragma, or behind it.
#include <stdio.h>

#define N 29
#define M 8

static double a[N][M];
static int row[N];
#pragma dist distribute a[block][*]
#pragma dist distribute row[block]

int main(void)
{
	double work[M], sum = 0;
	for (int i = 0; i < N; i++) row[i] = 1 + i % (M - 1);
#pragma omp parallel for private(work)
#pragma dist independent new(work)
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < row[i]; j++) work[j] = i - j;
		for (int j = 0; j < M; j++) a[i][j] = work[j % row[i]];
	}
	if (sum == 0)
#pragma dist independent new(work) reduction(+: sum)
#pragma omp parallel for private(work) reduction(+ : sum)
		for (int i = 0; i < N; i++) {
			for (int j = 0; j < row[i]; j++) work[j] = a[i][j];
			sum += work[(i * 3) % row[i]];
		}
	for (int step = 0; step < 2; step++)
#pragma omp parallel for
#pragma dist independent
		for (int i = 0; i < N; i++) a[i][0] += row[i];
	printf("%g %g\n", sum, a[N - 1][0]);
	return 0;
}
