// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Subscripts that are entries of tables which the program computes, the neighbours of rows: what is brought is as far as entries are from their
// subscripts, a halo, and of periodic tables the row at the other end.
//
// ARGS: 0 3
// ARGS: 1 3
// ARGS: 2 3
// ARGS: 3 3
// ARGS: 4 3
// ARGS: 5 3
// ARGS: 6 3
// ARGS: 7 3
// ARGS: 8 3
// ARGS: 9 3
// MAX-SLOW: 0
//
// The rows at the ends are their own neighbours.
// PER-STEP: procs=2 from="0 10" to="0 20" messages=1,1 bytes=296,296 collectives=0
// PER-STEP: procs=4 from="0 10" to="0 20" messages=1,1,2,2 bytes=296,296,592,592 collectives=0
// PER-STEP: procs=7 from="0 10" to="0 20" messages=1,1,2,2,2,2,2 bytes=296,296,592,592,592,592,592 collectives=0
// The row at the other end.
// PER-STEP: procs=4 from="1 10" to="1 20" messages=2,2,2,2 bytes=592,592,592,592 collectives=0
// Linearised by hand.
// PER-STEP: procs=4 from="2 10" to="2 20" messages=2,2,2,2 bytes=592,592,592,592 collectives=0
#include <stdio.h>
#include <stdlib.h>

enum { N = 53, M = 37 };
static double u[N][M], v[N][M];
#pragma dist distribute [block][*] :: u, v
static double g[N][M], h[N][M];
#pragma dist distribute [block][block] :: g, h
static int up[N], down[N], left[M], right[M];

static void tables(int periodic)
{
	for (int i = 0; i < N; i++) {
		up[i] = i > 0 ? i - 1 : periodic ? N - 1 : 0;
		down[i] = i < N - 1 ? i + 1 : periodic ? 0 : N - 1;
	}
	for (int j = 0; j < M; j++) {
		left[j] = j > 0 ? j - 1 : periodic ? M - 1 : 0;
		right[j] = j < M - 1 ? j + 1 : periodic ? 0 : M - 1;
	}
}

static void rows(int periodic, int steps)
{
	tables(periodic);
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++)
				v[i][j] = .25 * (u[up[i]][j] + u[down[i]][j] + u[i][left[j]] + u[i][right[j]]);
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) u[i][j] = v[i][j];
	}
}

static void clamped(int steps) { rows(0, steps); }
static void ring(int steps) { rows(1, steps); }

static void linear(int steps)
{
	int n = N, m = M, *north = malloc(sizeof *north * N);
	unsigned short *east = malloc(sizeof *east * M);
	double *a = malloc(sizeof *a * N * M), *b = malloc(sizeof *b * N * M);
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [block][*] :: a, b
	tables(1);
	for (int i = 0; i < n; i++) north[i] = up[i];
	for (int j = 0; j < m; j++) east[j] = (unsigned short)right[j];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = i * j % 11;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				b[i * m + j] = .5 * a[(size_t)north[i] * m + j] + .25 * a[down[i] * m + j] +
				               .25 * a[i * m + east[j]];
		for (int k = 0; k < n * m; k++) a[k] = b[k];
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i][j] = a[i * m + j];
	free(north), free(east), free(a), free(b);
}

static void pointers(int steps)
{
	double **a = malloc(sizeof *a * N), **b = malloc(sizeof *b * N);
#pragma dist array a[N][M], b[N][M]
#pragma dist distribute [block][*] :: a, b
	tables(0);
	for (int i = 0; i < N; i++) {
		a[i] = malloc(sizeof **a * M);
		b[i] = malloc(sizeof **b * M);
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i + j;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) b[i][j] = a[up[i]][j] - a[down[i]][right[j]];
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) a[i][j] = b[i][j];
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = a[i][j];
}

typedef struct neighbours {
	int n;
	long *up;
	signed char down[N];
} neighbours;

static void members(int steps)
{
	neighbours s = {N, malloc(sizeof(long) * N), {0}};
	neighbours *p = &s;
	tables(1);
	for (int i = 0; i < N; i++) {
		s.up[i] = up[i];
		s.down[i] = (signed char)down[i];
	}
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < p->n; i++)
			for (int j = 0; j < M; j++) v[i][j] = u[p->up[i]][j] + .5 * u[p->down[i]][j];
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) u[i][j] = v[i][j] * .5;
	}
	free(s.up);
}

// Entries that are anywhere.
static void anywhere(int steps)
{
	tables(0);
	for (int i = 0; i < N; i++) up[i] = i * 29 % N;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) v[i][j] = u[up[i]][j] - u[i][left[j]];
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) u[i][j] = v[i][j];
	}
}

static void from_the_end(int steps)
{
	int back[N];
	for (int i = 0; i < N; i++) back[i] = i < N - 1 ? N - 2 - i : 0;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) v[i][j] = u[N - 1 - up[i]][j] + u[N - 1 - back[i]][j] * .1;
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) u[i][j] = v[N - 1 - i][j];
	}
}

// The tables change: what is brought, too.
static void changing(int steps)
{
	for (int t = 0; t < steps; t++) {
		tables(t & 1);
		for (int i = 0; i < N; i++) up[i] = up[i] > t ? up[i] - t : up[i];
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) v[i][j] = u[up[i]][j] - u[down[i]][left[j]];
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) u[i][j] = v[i][j];
	}
}

static void grid(int steps)
{
	tables(1);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) g[i][j] = u[i][j];
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++)
				h[i][j] = g[up[i]][j] + g[down[i]][j] - g[i][left[j]] * g[i][right[j]] * .01;
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) g[i][j] = h[i][j] * .5;
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = g[i][j];
}

// Of the table there is no more than iterations that come: it is not looked at before.
static void short_tables(int steps)
{
	int *some = malloc(sizeof *some * 5);
	for (int i = 0; i < 5; i++) some[i] = i > 0 ? i - 1 : 0;
	for (int t = 0; t < steps; t++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) v[i][j] = i < 5 ? u[some[i]][j] : u[i][j] > 5 ? u[up[i]][j] : 1;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = v[i][j];
	free(some);
}

int main(int argc, char **argv)
{
	int kind = argc > 1 ? atoi(argv[1]) : 0, steps = argc > 2 ? atoi(argv[2]) : 3;
	void (*const run[])(int) = {clamped, ring, linear, pointers, members, anywhere, from_the_end, changing, grid,
	        short_tables};
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = (i * 7 + j * 3) % 19;
	run[kind](steps);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%.17g\n", u[i][j]);
	return 0;
}
