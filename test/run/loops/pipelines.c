// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// ENV: HPCC_STRIPS=5
// PER-STEP: procs=2 from=2 to=6 messages=19,9 collectives=0
// PER-STEP: procs=4 from=2 to=6 messages=20,29,29,10 collectives=0
// PER-STEP: procs=7 from=2 to=6 messages=20,30,30,30,30,30,10 collectives=0
// Sweeps across the rows that are split, as pipelines: each strip goes on to the next process when it is done, in one
// message. What later processes have set before goes at the beginning, in one. Upward and downward, askew (Gauss and
// Seidel), by columns, with values of an iteration's own, and of blocks of a cell.
#include <stdio.h>
#include <stdlib.h>
#define N 41
#define M 53
static double a[N][M], b[N][M], c[N][M], w[N][M], l3[N][M][5];
#pragma dist distribute[block][*] ::a, b, c, w
#pragma dist distribute l3[block][*][*]
static void up(int n, int m)
{
	for (int i = n - 2; i >= 0; i--)
		for (int j = 0; j < m; j++) b[i][j] = b[i][j] - .3 * b[i + 1][j];
}
static void seidel(int n, int m)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] +
			                  a[i][j + 1] + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) /
			          9.0;
}
static void seidel_back(int n, int m)
{
	for (int i = n - 2; i >= 1; i--)
		for (int j = m - 2; j >= 1; j--)
			a[i][j] = (a[i - 1][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i + 1][j - 1]) / 5.0;
}
static void columns(int n, int m)
{
	for (int j = 1; j < m; j++)
		for (int i = 2; i < n; i++) c[i][j] = .5 * c[i - 1][j] + .25 * c[i - 2][j] + .1 * c[i - 1][j - 1];
}
static void temp(int n, int m)
{
	for (int i = 1; i < n; i++) {
		double s = 1. / (1 + i);
		for (int j = 0; j < m; j++) {
			double x = w[i - 1][j] * s;
			w[i][j] += x * x / 100;
		}
	}
}
static void cells(int n, int m)
{
	for (int i = 1; i < n; i++)
		for (int j = 1; j < m - 1; j++)
			for (int k = 0; k < 5; k++)
				for (int q = 0; q < 5; q++) l3[i][j][k] -= .01 * l3[i - 1][j][q];
}
static void print(const char *s, double (*p)[M])
{
	double t = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) t += p[i][j] * (1 + i % 3 + j % 5);
	printf("%s %.12g\n", s, t);
}
int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 1, n = N, m = M;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			a[i][j] = (i * 7 + j * 3) % 11, b[i][j] = (i + j) % 7, c[i][j] = i % 5 + j % 3,
			w[i][j] = 1 + i + j % 4;
			for (int k = 0; k < 5; k++) l3[i][j][k] = (i + j * k) % 9;
		}
	for (int t = 0; t < steps; t++) {
		up(n, m), seidel(n, m), seidel_back(n, m);
		columns(n, m), temp(n, m), cells(n, m);
	}
	print("a", a), print("b", b), print("c", c), print("w", w);
	for (int i = 0; i < N; i += 5)
		for (int j = 0; j < M; j += 7) printf("%g ", l3[i][j][i % 5]);
	printf("\n");
}
