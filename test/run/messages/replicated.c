// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Arrays without a mapping beside mapped ones: read in nests, written in nests of their own, filled from mapped data.
#include <stdio.h>
#include <stdlib.h>

#define N 18
#define M 5

static double a[N][M], table[N], sums[N], columns[M];
static const double factor[M] = {1, -2, 3, -4, 5};
#pragma dist distribute a[block][*]

int main(void)
{
	double *copy = malloc(sizeof(double) * N * M);
	for (int i = 0; i < N; i++) table[i] = i * 0.5;
	for (int i = 1; i < N; i++) table[i] += table[i - 1];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = table[i] * factor[j] + table[N - 1 - i];
	for (int i = 0; i < N; i++) {
		sums[i] = 0;
		for (int j = 0; j < M; j++) sums[i] += a[i][j];
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) copy[i * M + j] = a[i][j];
	for (int j = 0; j < M; j++) {
		columns[j] = 0;
		for (int i = 0; i < N; i++) columns[j] += a[i][j];
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] -= sums[N - 1 - i] + copy[j] + columns[M - 1 - j];
	for (int i = 0; i < N; i++) printf("%g %g\n", sums[i], table[i]);
	for (int j = 0; j < M; j++) printf("%g\n", columns[j]);
	for (int k = 0; k < N * M; k++) printf("%g ", copy[k]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%g%c", a[i][j], j < M - 1 ? ' ' : '\n');
	free(copy);
	return 0;
}
