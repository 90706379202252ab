// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 38 31 2
// ARGS: 5 4 1
// ARGS: 3 9 3
// MAX-SLOW: 0
// SOURCES: ../Inputs/lines.c
// PER-STEP: procs=2 from="38 31 2" to="38 31 4" collectives=0 messages=9,9
// PER-STEP: procs=4 from="38 31 2" to="38 31 4" collectives=0 messages=15,19,19,15
// Functions for one row, whose loops go along what is split: a message for all rows in each sweep, not one for each
// row. Two sweeps of each of: columns, a grid, members, and colours in place; the last one takes two messages. Rows by
// index and by address, within one another, and with names that mean something else where they are called. Functions of
// another file and behind their calls, with tables, variables, functions, constants and macros that only they know.
#include <stdio.h>
#include <stdlib.h>
#define AT(x, i, j) x[(i) * m + (j)]
#define WEIGHT .24
enum { N = 38, M = 31 };
static double table[N][M], other[N][M];
#pragma dist distribute table[*][block], other[*][block]
struct grid {
	int n, m;
	double *u, *v;
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute u[*][block], v[*][block]
};
static double scale = 1;

static void line(int n, int m, const double *a, double *b, int i)
{
	double left = 0;
	for (int j = 1; j < m - 1; j++) {
		left = AT(a, i, j - 1);
		AT(b, i, j) = scale * WEIGHT * (AT(a, i - 1, j) + AT(a, i + 1, j) + left + AT(a, i, j + 1));
	}
	(void)n;
}

static void sweep(int n, int m, const double *a, double *b)
{
	for (int row = 1; row < n - 1; row++) line(n, m, a, b, row);
}

// The name of what the function reads is another one's here: the call stays.
static void other_scale(int n, int m, const double *a, double *b)
{
	double scale = .5;
	for (int i = 1; i < n - 1; i++)
		if (i % 2 == (scale > 1)) line(n, m, a, b, i);
}

static void cells(int n, int m, double a[n][m], int i, int c)
{
	for (int j = 1 + (i + c) % 2; j < m - 1; j += 2)
		a[i][j] = .2 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] + a[i][j]);
	(void)n;
}

static void colours(int n, int m, double a[n][m])
{
	for (int c = 0; c < 2; c++)
		for (int i = 1; i < n - 1; i++) cells(n, m, a, i, c);
}

// Rows of three arrays by their addresses, and what is changed is the function's own.
static void three(const double *up, const double *a, const double *down, double *b, int m)
{
	for (int j = 1; j < m - 1; j++) b[j] = .25 * (up[j] + down[j] + a[j - 1] + a[j + 1]);
}

static void doubled(double *a, int m, int i, int left)
{
	left *= 2;
	for (int j = 0; j < m; j++) AT(a, i, j) += left * .001;
}

void far_line(const double *a, double *b, int m, int i);
void far_cells(double *a, int m, int i);
void far_grow(void);
static void late_line(const double *a, double *b, int m, int i);

#undef WEIGHT
#define WEIGHT 100
#define SIDE 7

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, m = argc > 2 ? atoi(argv[2]) : 15, steps = argc > 3 ? atoi(argv[3]) : 2;
	struct grid object = {n, m, NULL, NULL}, *g = &object;
	double *u = malloc(n * m * sizeof *u), *v = malloc(n * m * sizeof *v), (*w)[m] = malloc(n * sizeof *w);
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute u[block][block], v[block][block], w[block][block]
	g->u = malloc(n * m * sizeof *g->u);
	g->v = malloc(n * m * sizeof *g->v);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			AT(u, i, j) = AT(v, i, j) = (3 * i + 5 * j) % 11;
			w[i][j] = (i + 2 * j) % 7;
		}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) AT(g->u, i, j) = AT(g->v, i, j) = i - .5 * j;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) table[i][j] = other[i][j] = i * j % 13;
	for (int i = 0; i < n; i++) doubled(u, m, i, n - i);
	other_scale(n, m, g->u, g->v);
	for (int t = 0; t < steps; t++) {
		sweep(n, m, u, v);
		sweep(n, m, v, u);
		sweep(n, m, g->u, g->v);
		sweep(n, m, g->v, g->u);
		for (int i = 1; i < N - 1; i++) three(table[i - 1], table[i], table[i + 1], other[i], M);
		for (int i = 1; i < N - 1; i++) three(&other[i - 1][0], &other[i][0], &other[i + 1][0], &table[i][0], M);
		colours(n, m, w);
		for (int i = 1; i < n - 1; i++) far_line(u, v, m, i);
		far_grow();
		for (int i = 1; i < n - 1; i++) far_cells(&v[i * m], m, i);
		for (int i = 1; i < n - 1; i++) late_line(v, u, m, i);
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			printf("%.9g %.9g %.9g%c", AT(u, i, j), AT(g->u, i, j), w[i][j], j == m - 1 ? '\n' : ' ');
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%.9g%c", table[i][j], j == M - 1 ? '\n' : ' ');
	return 0;
}

#undef SIDE
#define SIDE(row, j) (row[late_at[0] + (j)] + row[late_at[1] + (j)])
static const int late_at[2] = {-1, 1};
static double late_part = .25;

static void late_line(const double *a, double *b, int m, int i)
{
	const double *row = &a[i * m];
	for (int j = 1; j < m - 1; j++) AT(b, i, j) = late_part * (SIDE(row, j) + AT(a, i, j));
}
