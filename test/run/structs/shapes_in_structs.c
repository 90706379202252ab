// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 9
// MAX-SLOW: 0
// Arrays that structs hold, of a shape that the program computes when the object is there: at file scope, in blocks and in allocated memory.
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 400 };

typedef struct {
	int n, m;
	double u[MOST], v[MOST];
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute u[block][*]
#pragma dist align v[i][j] with u[i][j]
} grid;

static grid fixed, list[2];
static struct {
	long rows;
	int w[MOST];
#pragma dist array w[rows][4]
#pragma dist distribute w[block][*]
} unnamed;

static void fill(grid *g, double by)
{
	for (int i = 0; i < g->n; i++)
		for (int j = 0; j < g->m; j++) g->u[i * g->m + j] = by * i - j;
}

static void smooth(grid *g)
{
	int m = g->m;
	for (int i = 0; i < g->n; i++) g->v[i * m + 0] = g->u[i * m + 1], g->u[i * m + 0] += 1;
	for (int i = 1; i < g->n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			g->v[i * m + j] = g->u[(i - 1) * m + j] + g->u[(i + 1) * m + j] + g->u[i * m + j - 1] - g->u[i * m + j + 1];
}

static double sum(const grid *g)
{
	double s = 0;
	for (int i = 0; i < g->n; i++)
		for (int j = 0; j < g->m; j++) s += g->v[i * g->m + j] * (i + 1);
	return s;
}

static double in_block(int n)
{
	grid g;
	g.n = n, g.m = 7;
	fill(&g, 2);
	for (int i = 0; i < g.n; i++)
		for (int j = 0; j < g.m; j++) g.v[i * g.m + j] = 0;
	smooth(&g);
	return sum(&g);
}

static double allocated(int n)
{
	grid *g = malloc(2 * sizeof *g);
	double s = 0;
	for (int k = 0; k < 2; k++) {
		g[k].n = n + k, g[k].m = n;
		fill(&g[k], k + 1);
		for (int i = 0; i < n + k; i++)
			for (int j = 0; j < n; j++) g[k].v[i * n + j] = i;
	}
	for (int k = 0; k < 2; k++) smooth(&g[k]), s += sum(&g[k]);
	free(g);
	return s;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 13;
	fixed.n = n, fixed.m = n + 3;
	fill(&fixed, 1);
	smooth(&fixed);
	printf("%g\n", sum(&fixed));
	for (int k = 0; k < 2; k++) {
		list[k].n = n - k, list[k].m = 5 + k;
		fill(&list[k], 3);
		smooth(&list[k]);
	}
	printf("%g %g %g %g\n", sum(&list[0]), sum(&list[1]), in_block(n), in_block(n + 1));
	printf("%g %g\n", allocated(n), allocated(n - 2));
	// Of two arrays, the one that is aligned with the other is used first.
	grid *first = malloc(sizeof *first);
	first->n = n, first->m = 6;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 6; j++) first->v[i * 6 + j] = i - j;
	double t = 0;
	for (int i = 1; i < n; i++)
		for (int j = 0; j < 6; j++) t += first->v[i * 6 + j] * first->v[(i - 1) * 6 + j];
	printf("%g\n", t);
	free(first);
	unnamed.rows = 3 * n;
	for (int i = 0; i < unnamed.rows; i++)
		for (int j = 0; j < 4; j++) unnamed.w[i * 4 + j] = i - j;
	int most = 0;
	for (int i = 0; i < unnamed.rows; i++)
		for (int j = 0; j < 4; j++) most = most > unnamed.w[4 * i + j] ? most : unnamed.w[4 * i + j];
	printf("%d\n", most);
	fixed.n = n + 1, fixed.m = n - 1;
	fill(&fixed, 1);
	smooth(&fixed);
	printf("%g\n", sum(&fixed));
	return 0;
}
