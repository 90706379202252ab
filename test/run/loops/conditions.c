// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 0
// ARGS: 1
// MAX-SLOW: 0
// if, else, ?:, switch-like chains and continue in nests.
#include <stdio.h>
#include <stdlib.h>

#define N 18
#define M 10

static double a[N][M], b[N][M];
static int kind[N][M];
#pragma dist distribute [block][*] :: a, b, kind

int main(int argc, char **argv)
{
	int mode = argc > 1 ? atoi(argv[1]) : 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			a[i][j] = (i * 7 + j * 11) % 9;
			kind[i][j] = (i + 2 * j) % 4;
			b[i][j] = -1;
		}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			if (i == 0 || i == N - 1 || j == 0 || j == M - 1) continue;
			if (kind[i][j] == 0)
				b[i][j] = a[i - 1][j];
			else if (kind[i][j] == 1) {
				if (a[i][j] > 4 && mode == 0) continue;
				b[i][j] = a[i + 1][j] + (j > 4 ? a[i][j - 1] : a[i][j + 1]);
			} else
				b[i][j] = kind[i][j] == 2 ? a[i - 1][j - 1] : a[i + 1][j + 1] * 2;
		}
	for (int i = 0; i < N; i++) {
		if (i % 3 == 1) continue;
		for (int j = 0; j < M; j++) {
			if (mode) b[i][j] += 100;
			if (i > 0 && i < N - 1) a[i][j] = b[i][j] != -1 ? b[i][j] : a[i][j];
		}
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%g %g\n", a[i][j], b[i][j]);
	return 0;
}
