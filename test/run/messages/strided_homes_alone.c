// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Every third row is set, from other rows; there are processes that own none of them: these need nothing, and nobody
// sends them anything.
// COUNTS: 1 2 3 4 5 6 7 8 11
// ARGS: 5 3
// ARGS: 11 4
#include <stdio.h>
#include <stdlib.h>

enum { N = 5, M = 3 };
static double a[N][M], b[N][M];
#pragma dist distribute [block][*] :: a, b

static void third(int n, int m, double u[n][m], double v[n][m])
{
	for (int i = 0; i < n / 3; i++)
		for (int j = 0; j < m; j++) u[3 * i + 2][j] = v[i][j] + 1;
	for (int i = (n - 2) / 4; i >= 0; i--)
		for (int j = 0; j < m; j++) v[4 * i + 1][j] = u[2 * i][j] - 1;
}

// Of a row behind the last one that a process sets, which there is where that is an even one.
static double grid(int n, int m, int l)
{
	double(*u)[m][l] = malloc(sizeof(double[n][m][l])), (*v)[m][l] = malloc(sizeof(double[n][m][l])), s = 0;
#pragma dist array u[n][m][l], v[n][m][l]
#pragma dist distribute [block][block][block] :: u, v
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++) u[i][j][k] = i + j + k, v[i][j][k] = i - j + 2 * k;
	for (int i = 0; i < n - 1; i += 2)
		for (int j = m - 1; j >= 1; j--)
			for (int k = i; k < l; k++) u[i][j][k] = v[i][j][k] + v[i + 1][j - 1][k];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++) s += (i * 3 + j * 5 + k) * u[i][j][k];
	return s;
}

static double sum(int n, int m, double u[n][m])
{
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += (7 * i + j) * u[i][j];
	return s;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	double(*u)[m] = malloc(sizeof(double[n][m])), (*v)[m] = malloc(sizeof(double[n][m]));
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute [block][*] :: u, v
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i + j, b[i][j] = i - j;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i][j] = i + 2 * j, v[i][j] = 3 * i - j;
	for (int i = 0; i < (N + 1) / 3; i++)
		for (int j = 0; j < M; j++) a[3 * i + 1][j] = b[i][j] + 1;
	third(n, m, u, v);
	printf("%g %g %g %g\n", sum(N, M, a), sum(n, m, u), sum(n, m, v), grid(n + 2, m, n + 6));
	return 0;
}
