// SPDX-License-Identifier: Apache-2.0
// REQUIRES: libomp
// RUN: %compare %s
// FLAGS: -fopenmp
// COUNTS: 1 3 7
// OpenMP's pragmas: they stay in front of loops that keep their form, and go where threads would send messages.
#include <math.h>
#include <stdio.h>

#define N 29
#define M 8
#define PARALLEL _Pragma("omp parallel for")
#define SIMD _Pragma("omp simd private(t)")
#define UNROLLED(i, n) _Pragma("clang loop unroll_count(2)") for (int i = 0; i < (n); i++)

static double a[N][M], b[N][M], plain[N];
#pragma dist distribute [block][*] :: a, b

static double largest(void)
{
	double m = 0;
	for (int i = 0; i < N; i++) m = fmax(m, a[i][0]);
	return m;
}

int main(void)
{
	double sum = 0, most = 0, t, last = 0;
	int where = -1, count = 0;
	PARALLEL
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i, b[i][j] = j;
	for (int step = 0; step < 3; step++)
#pragma omp parallel for schedule(static) \
	private(t)
		for (int i = 1; i < N - 1; i++) {
			SIMD
			for (int j = 0; j < M; j++) {
				t = b[i - 1][j] + b[i + 1][j];
				a[i][j] += sqrt(t * t);
			}
#include "../Inputs/openmp.inc"
		}
#pragma omp parallel for reduction(+ : sum) reduction(max : most) num_threads(2)
	for (int i = N - 1; i >= 0; i--)
		for (int j = 0; j < M; j++) {
			sum += a[i][j];
			if (b[i][j] > most) most = b[i][j];
		}
	printf("%g %g\n", sum, most);
#pragma omp parallel
	{
#pragma omp for
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) b[i][j] = a[i - 1][j] + a[i + 1][j];
#pragma omp single
		printf("%g\n", largest());
	}
#pragma omp parallel for collapse(2)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = 2 * b[i][j];
#pragma omp parallel for lastprivate(last)
	for (int i = 0; i < N; i++) last = a[i][1];
	for (int i = 0; i < N; i++)
		if (a[i][2] > most) most = a[i][2], where = i;
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		if (a[i][3] < 50) continue;
#pragma omp atomic
		count++;
	}
#pragma omp parallel for
	for (int i = 0; i < N; i++) plain[i] = i * 0.5;
	UNROLLED(i, N) a[i][0] += plain[i];
#pragma unroll 4
	for (unsigned i = 0; i < N; i++) a[i][1] += 1;
	printf("%g %d %d %g\n", last, where, count, plain[N - 1]);
	for (int i = 0; i < N; i++) printf("%g %g %g\n", a[i][0], a[i][1], b[i][3]);
	return 0;
}
