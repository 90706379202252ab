// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Arrays of different numbers of dimensions in one nest: dimension 1 of the coefficients lies along dimension 0 of the fields.
#include <stdio.h>

#define N 23
#define M 11

static float p[N][M], next[N][M], a[4][N][M], column[N];
#pragma dist distribute p[block][*]
#pragma dist align next[i][j] with p[i][j]
#pragma dist align a[*][i][j] with p[i][j]
#pragma dist align column[i] with p[i][*]

int main(void)
{
	float sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			a[0][i][j] = 1;
			a[1][i][j] = 2;
			a[3][i][j] = i % 3;
			p[i][j] = i * j % 7;
			column[i] = i;
		}
	for (int step = 0; step < 3; step++) {
		sum = 0;
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < M - 1; j++) {
				float change = a[0][i][j] * p[i - 1][j] + a[1][i][j] * p[i + 1][j] - a[3][i][j] + column[i];
				sum += change;
				next[i][j] = change;
			}
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < M - 1; j++) p[i][j] = (int)next[i][j] % 8;
		printf("%g %g\n", sum, next[5][7]);
	}
	return 0;
}
