// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Rows and columns at the edge: copies from the other side, mirror images, one row by itself, corners; periodic by %.
#include <stdio.h>

#define N 14
#define M 9

static double u[N][M], v[N][M];
#pragma dist distribute [block][*] :: u, v

static void edges(double a[N][M])
{
	for (int j = 0; j < M; j++) {
		a[0][j] = a[N - 2][j];
		a[N - 1][j] = a[1][j];
	}
	for (int i = 0; i < N; i++) {
		a[i][0] = a[i][M - 2];
		a[i][M - 1] = a[i][1];
	}
	a[0][0] = a[N - 1][M - 1] = 0;
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = v[i][j] = (i * j + i) % 8;
	for (int t = 0; t < 3; t++) {
		edges(u);
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < M - 1; j++) v[i][j] = u[i - 1][j - 1] + u[i + 1][j + 1] - u[i][j];
		edges(v);
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++)
				u[i][j] = v[(i + 1) % N][j] + v[(i + N - 1) % N][(j + 1) % M] - v[i == 0 ? N - 1 : i - 1][j];
	}
	for (int j = 0; j < M; j++) u[N / 2][j] = u[0][j] - u[N - 1][M - 1 - j];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%g%c", u[i][j], j < M - 1 ? ' ' : '\n');
	return 0;
}
