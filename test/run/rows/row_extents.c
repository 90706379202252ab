// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// TOLERANCE: 1e-12
// Functions of a point or a row that get the array with the length of its rows, in one another too.
#include <stdio.h>
#include <stdlib.h>
static double lap(int n, int m, double u[n][m], int i, int j)
{
	return u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j];
}
static void relax_row(int n, int m, double u[n][m], double v[n][m], int i)
{
	for (int j = 1; j < m - 1; j++) v[i][j] = u[i][j] + 0.1 * lap(n, m, u, i, j);
}
static void step(int n, int m, double u[n][m], double v[n][m])
{
	for (int i = 1; i < n - 1; i++) relax_row(n, m, u, v, i);
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++) u[i][j] = v[i][j] + 0.01 * lap(n, m, v, i, j);
}
static double a[40][30], b[40][30];
#pragma dist distribute[block][*] ::a, b
int main(void)
{
	int n = 40, m = 30;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = (i * 7 + j * 3) % 11, b[i][j] = 0;
	for (int t = 0; t < 5; t++) step(n, m, a, b);
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += a[i][j] * (i + 2 * j);
	printf("%.10g\n", s);
	double(*p)[m] = malloc(n * sizeof *p), (*q)[m] = malloc(n * sizeof *q);
#pragma dist distribute[block][*] ::p, q
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) p[i][j] = (i * 5 + j * 3) % 13, q[i][j] = 0;
	for (int t = 0; t < 5; t++) step(n, m, p, q);
	s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += p[i][j] * (i + 2 * j);
	printf("%.10g\n", s);
	return 0;
}
