// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Nests that are tiled and strip-mined by hand.
#include <stdio.h>

#define N 21
#define M 13
#define TILE 4

static double a[N][M], b[N][M];
#pragma dist distribute [block][*] :: a, b

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i * j % 10;
	for (int it = 1; it < N - 1; it += TILE)
		for (int jt = 1; jt < M - 1; jt += TILE)
			for (int i = it; i < it + TILE && i < N - 1; i++)
				for (int j = jt; j < (jt + TILE < M - 1 ? jt + TILE : M - 1); j++)
					b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
	for (int s = 0; s < (M + 3) / 4; s++)
		for (int i = 0; i < N; i++)
			for (int j = 4 * s; j < 4 * s + 4 && j < M; j++) a[i][j] = b[i][j] * 2;
	for (int i = 0; i < N - N % 2; i += 2)
		for (int j = 0; j < M; j++) {
			b[i][j] = a[i][j] - 1;
			b[i + 1][j] = a[i + 1][j] - 1;
		}
	for (int i = N - N % 2; i < N; i++)
		for (int j = 0; j < M; j++) b[i][j] = a[i][j] - 1;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%g%c", b[i][j], j < M - 1 ? ' ' : '\n');
	return 0;
}
