// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 60 3
// ARGS: 61 2
// ARGS: 5 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="60 10" to="60 20" messages=2,2 bytes=784,792 collectives=0
//
// A staggered grid: arrays of n and of n + 1 rows are set in one loop, the one from the other. The loop becomes one for
// each of them, and a row is sent in between where their blocks end at other rows: behind parameters, as members of a
// struct, and declared with their sizes.
#include <stdio.h>
#include <stdlib.h>

enum { M = 50, N = 59 };

static void flat(int n, int m, double *p, double *u, const double *q)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < m; j++) {
			p[i * m + j] = 0.5 * (q[(i + 1) * m + j] + q[(i - 1) * m + j]);
			u[i * m + j] = q[i * m + j] - p[i * m + j];
		}
}

struct grid {
	int n, m;
	double *p, *u;
#pragma dist array p[n][m], u[n + 1][m]
#pragma dist distribute [block][*] :: p, u
};

// The last row of the larger one, too, and from the larger one to the smaller one.
static void members(const struct grid *g)
{
	for (int i = 0; i < g->n; i++)
		for (int j = 1; j < g->m; j++) {
			g->u[(i + 1) * g->m + j] = 0.5 * g->u[(i + 1) * g->m + j] + j % 3;
			g->p[i * g->m + j] = g->u[(i + 1) * g->m + j] - g->u[i * g->m + j];
		}
}

static double a[N][M], b[N + 1][M], c[N][M];
#pragma dist distribute [block][*] :: a, b, c

// Three arrays, two of which have the same blocks.
static void declared(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M; j++) {
			a[i][j] = 0.5 * a[i][j] + 0.25 * c[i + 1][j];
			b[i][j] = b[i][j] + a[i][j] - a[i - 1][j];
			c[i][j] = 0.125 * (a[i][j] + b[i][j]);
		}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 60, steps = argc > 2 ? atoi(argv[2]) : 1, m = M;
	double *p = malloc(n * m * sizeof *p), *u = malloc((n + 1) * m * sizeof *u), *q = malloc(n * m * sizeof *q),
	       s = 0;
#pragma dist array p[n][m], u[n + 1][m], q[n][m]
#pragma dist distribute [block][*] :: p, u, q
	struct grid grid = {n, m}, *g = &grid;
	g->p = malloc(n * m * sizeof *p);
	g->u = malloc((n + 1) * m * sizeof *u);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) p[i * m + j] = 0, g->p[i * m + j] = 0, q[i * m + j] = i * j % 7;
	for (int i = 0; i <= n; i++)
		for (int j = 0; j < m; j++) u[i * m + j] = 0, g->u[i * m + j] = i * j % 5;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i % 3, c[i][j] = j % 5;
	for (int i = 0; i <= N; i++)
		for (int j = 0; j < M; j++) b[i][j] = i + j;
	for (int t = 0; t < steps; t++) {
		flat(n, m, p, u, q);
		members(g);
		declared();
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += p[i * m + j] * (i + 2 * j) + g->p[i * m + j] * (3 * i + j);
	for (int i = 0; i <= n; i++)
		for (int j = 0; j < m; j++) s += u[i * m + j] * (i - j) + g->u[i * m + j] * i;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) s += a[i][j] * (i + j) + b[i + 1][j] - c[i][j] * j;
	printf("%.8e\n", s);
	return 0;
}
