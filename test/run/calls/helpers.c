// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 13 "for (int k = 0; k < n; k++) s += v[k];": nothing in it is split
//            "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) v[i...": nothing in it is split
//            "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i...": nothing in it is split
//            "for (int i = 0; i < n - 1; i++) for (int j = 0; j < M; j++)...": takes the slow path
// Functions that take mapped arrays as a[n][m], (*a)[m], a[][M] and flat pointers.
#include <stdio.h>

#define M 6

static void fill(int n, int m, double a[n][m], int seed)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = (i * seed + j) % 8;
}

static void shift(int n, double (*to)[M], double (*from)[M])
{
	for (int i = 0; i < n - 1; i++)
		for (int j = 0; j < M; j++) to[i][j] = from[i + 1][j];
}

static void add(double to[][M], const double from[][M], int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 1; j < M; j++) to[i][j] += from[i][j - 1];
}

static void scale(double *v, int n, int m, double by)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) v[i * m + j] *= by;
}

static double sum(const double *v, int n)
{
	double s = 0;
	for (int k = 0; k < n; k++) s += v[k];
	return s;
}

static double a[15][M], b[15][M];
#pragma dist distribute [block][*] :: a, b

int main(void)
{
	double c[4][M]; // replicated: the same functions
	fill(15, M, a, 3);
	fill(15, M, b, 5);
	fill(4, M, c, 7);
	shift(15, b, a);
	shift(4, c, c);
	add(b, a, 15);
	scale(&b[0][0], 15, M, 0.5);
	scale((double *)c, 4, M, 2);
	printf("%g %g %g\n", sum(&a[0][0], 15 * M), sum(&b[0][0], 15 * M), sum(c[0], 4 * M));
	for (int i = 0; i < 15; i++)
		for (int j = 0; j < M; j++) printf("%g %g\n", a[i][j], b[i][j]);
	return 0;
}
