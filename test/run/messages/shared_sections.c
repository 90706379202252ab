// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 43
// BY-ALL: 36 "for (int i = 0; i < N; i++) z[i % 16] = A[i];": the array 'z', which every process has a copy of, is
//              written in parts
//            "for (int i = 0; i < N; i++) h[i / 2] = A[i];": the array 'h', which every process has a
//              copy of, is written in parts
//            "for (int i = 0; i < N; i++) z[(i + 7) % N] = A[i];": the array 'z', which every process
//              has a copy of, is written in parts
// Arrays without a mapping of which processes write parts that are no intervals: planes, rotated, halved, with steps.
#include <stdio.h>
#include <stdlib.h>

#define N 40
static double A[N], y[4 * N], z[N];
#pragma dist distribute A[block]

static double sum(const double *v, int n)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += (i + 1) * v[i];
	return s;
}

int main(void)
{
	double *h = calloc(4 * N, sizeof *h);
	for (int i = 0; i < N; i++) A[i] = i;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++) y[i + N * k] = A[i] * k;
	printf("%g\n", sum(y, 4 * N));
	for (int i = 0; i < N; i++) z[(i + 7) % N] = A[i];
	printf("%g\n", sum(z, N));
	for (int i = 0; i < N; i++) h[i / 2] = A[i];
	printf("%g\n", sum(h, 4 * N));
	for (int i = 0; i < N; i++) y[i < 20 ? 2 * i : 100 - i] = A[i];
	printf("%g\n", sum(y, 4 * N));
	for (int i = 0; i < N; i += 2) h[2 * i + 1] = A[i];
	printf("%g\n", sum(h, 4 * N));
	for (int i = 0; i < N; i++) z[i % 16] = A[i];
	printf("%g\n", sum(z, N));
	return 0;
}
