// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 11 "printf("%g %g %g %g\n", rows[i], even[i], second[i], second...": elements are read one by one
// Alignment with an offset, a permutation, a collapsed dimension and replication; with an array and with a template.
#include <stdio.h>

#define N 13
#define M 7

static double a[N][M], shifted[N - 2][M], transposed[M][N], rows[N], everywhere[M], second[2 * N];
#pragma dist template T[2*N+1][M]
#pragma dist distribute T[block][*]
#pragma dist distribute a[block][*]
#pragma dist align shifted[i][j] with a[i+1][j]
#pragma dist align transposed[j][i] with a[i][j]
#pragma dist align rows[i] with a[i][*]
#pragma dist align everywhere[j] with a[*][j]
#pragma dist align second[i] with T[i+1][0]

int main(void)
{
	double even[N];
#pragma dist align even[i] with T[2*i][*]
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i * 10 + j;
	for (int i = 0; i < N - 2; i++)
		for (int j = 0; j < M; j++) shifted[i][j] = a[i + 1][j] + a[i][j] + a[i + 2][j];
	for (int j = 0; j < M; j++)
		for (int i = 0; i < N; i++) transposed[j][i] = a[i][j] * 2;
	for (int i = 1; i < N - 1; i++) rows[i] = transposed[2][i - 1] + shifted[i - 1][0];
	for (int j = 0; j < M; j++) everywhere[j] = j * j;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] += everywhere[M - 1 - j] + rows[i];
	for (int i = 0; i < 2 * N; i++) second[i] = i;
	for (int i = 0; i < N; i++) even[i] = second[2 * i] + second[2 * i + 1];
	for (int i = 1; i < 2 * N - 1; i++) second[i] = even[i / 2] - 3;
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) printf("%g %g ", a[i][j], transposed[j][i]);
		printf("%g %g %g %g\n", rows[i], even[i], second[i], second[i + N]);
	}
	for (int i = 0; i < N - 2; i++) printf("%g %g\n", shifted[i][0], shifted[i][M - 1]);
	for (int j = 0; j < M; j++) printf("%g\n", everywhere[j]);
	return 0;
}
