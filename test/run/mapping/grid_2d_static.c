// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// COUNTS: 1 2 3 4 7 16
// Static arrays with both dimensions split on a grid with a name; halos of different widths; shadow as a hint.
#include <stdio.h>

#define N 14
#define M 19

static float a[N][M], b[N][M];
#pragma dist processors grid[*][*]
#pragma dist distribute [block][block] onto grid :: a, b
#pragma dist shadow a[2:1][1:3]

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i * M + j;
	for (int i = 2; i < N - 1; i++)
		for (int j = 1; j < M - 3; j++) b[i][j] = a[i - 2][j + 3] + a[i + 1][j] - a[i][j - 1];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if ((i + j) % 2) a[i][j] = b[i][j];
	for (int j = 0; j < M; j++)
		for (int i = 1; i < N; i++) b[i][j] += a[i - 1][j];
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) printf("%g ", b[i][j]);
		printf("\n");
	}
	a[3][4] = a[N - 1][M - 1];
	printf("%g %g\n", a[3][4], b[0][0] + b[N - 1][M - 1]);
	return 0;
}
