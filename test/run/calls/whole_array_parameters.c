// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Parameters that point to whole arrays, T (*a)[n][m]: memory that another function maps, arrays by their address, parts of larger ones;
// beside one that is an array of rows.
#include <stdio.h>
#include <stdlib.h>

#define N 30
#define M 20

typedef double plane[N + 2][M];
typedef double pairs[N + 2][M][2];

static plane fixed;
#pragma dist distribute fixed[block][*]
static double stack[3][N + 2][M];
#pragma dist distribute stack[*][block][*]

static int fill(plane *const p, int k)
{
	if (NULL == p) return 1;
	for (size_t i = 0; i < N + 2; i++)
		for (size_t j = 0; j < M; j++) {
			double *const at = &(*p)[i][j];
			*at = i * M + j + 1000 * k;
		}
	return 0;
}

static int average(const plane *const from, pairs *const to)
{
	for (size_t i = 1; i <= N; i++)
		for (size_t j = 1; j < M - 1; j++) {
			double *const both = (*to)[i][j];
			both[0] = 0.5 * ((*from)[i - 1][j] + (*from)[i + 1][j]);
			both[1] = 0.5 * ((*from)[i][j - 1] + (*from)[i][j + 1]);
		}
	return 0;
}

static double value(const pairs *p, size_t i, size_t j) { return (*p)[i][j][0] + 3 * (*p)[i][j][1]; }

static double sum(const pairs *p)
{
	double s = 0;
	for (size_t i = 1; i <= N; i++)
		for (size_t j = 1; j < M - 1; j++) s += value(p, i, j) * (double)(i + 2 * j);
	return s;
}

// Of unknown lengths.
static double norm(int n, int m, const double (*a)[n][m])
{
	double most = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			if ((*a)[i][j] > most) most = (*a)[i][j];
	return most;
}

static void both(plane *a)
{
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < N + 2; i++)
			for (int j = 0; j < M; j++) a[k][i][j] += k + 1;
}

static int steps(plane *p, pairs *q, int n)
{
	for (int t = 0; t < n; t++) {
		if (fill(p, t) || average(p, q)) return 1;
		printf("%.3f %.3f\n", sum(q), norm(N + 2, M, p));
	}
	return 0;
}

int main(void)
{
#pragma dist distribute a[block][*]
	plane *const a = malloc(sizeof(plane));
#pragma dist distribute q[block][*][*]
	pairs *const q = calloc(1, sizeof(pairs));
	if (steps(a, q, 3)) return 1;
	if (steps(&fixed, q, 2)) return 1;
	for (int k = 0; k < 3; k++) fill(&stack[k], k);
	fill(stack + 1, 7);
	both(stack);
	both(&stack[1]);
	average(&stack[1], q);
	printf("%.3f %.3f %.3f\n", sum(q), norm(N + 2, M, &stack[2]), norm(N + 2, M, stack));
	printf("%g %g\n", (*a)[4][5], fixed[6][7]);
	free(a);
	free(q);
	return 0;
}
