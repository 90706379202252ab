// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Elements behind functions: that return a value or an address, of a parameter, a member or an array of file scope, one through another,
// behind a condition; pointers to rows and lines. Neighbours are brought, nothing else, also where both dimensions are split.
// MAX-SLOW: 0
// ARGS: 24 3
// ARGS: 10 2
// PER-STEP: procs=2 from="32 3" to="32 4" messages=2 bytes=464
// PER-STEP: procs=4 from="32 3" to="32 4" collectives=0
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	int n, m;
	double *u, *v;
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute [block][*] :: u, v
} grid;

#define N 20
static double w[N][N];
#pragma dist distribute w[block][block]
static double z[N * N];
#pragma dist array z[N][N]
#pragma dist distribute z[block][*]

static double at(const double *u, int i, int j, int n) { return u[i * n + j]; }
static inline double *cell(grid *g, int i, int j) { return &g->u[i * g->m + j]; }
static inline double *next(grid *g, int i, int j)
{
	int k = i * g->m + j;
	return g->v + k;
}
static double *cell_of_next(grid *g, int i, int j) { return cell(g, i + 1, j); }
static double w_at(int i, int j) { return w[i][j]; }
static inline int idx(int i, int j) { return i * N + j; }
static double *z_at(int i, int j) { return &z[idx(i, j)]; }
static double clamped(const double *row, int j, int n) { return j == 0 ? row[0] : j == n - 1 ? row[n - 1] : row[j - 1] + row[j]; }
static double around(int i, int j)
{
	double s = -4 * w_at(i, j);
	s += w_at(i - 1, j) + w_at(i + 1, j);
	return s + w_at(i, j - 1) + w_at(i, j + 1);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 3;
	grid gg = {n, n - 2, NULL, NULL}, *g = &gg;
	g->u = malloc(sizeof(double) * g->n * g->m);
	g->v = malloc(sizeof(double) * g->n * g->m);
	double *a = malloc(sizeof *a * n * n), *b = malloc(sizeof *b * n * n);
#pragma dist array a[n][n], b[n][n]
#pragma dist distribute [block][block] :: a, b
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) a[i * n + j] = i * j % 7, b[i * n + j] = 0;
	for (int i = 0; i < g->n; i++)
		for (int j = 0; j < g->m; j++) *cell(g, i, j) = (i + j) % 5, *next(g, i, j) = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) w[i][j] = i - j, *z_at(i, j) = i;
	for (int step = 0; step < steps; step++) {
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < n - 1; j++)
				b[i * n + j] = 0.25 * (at(a, i - 1, j, n) + at(a, i + 1, j, n) + at(a, i, j - 1, n) + at(a, i, j + 1, n));
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < n - 1; j++) a[i * n + j] = b[i * n + j];
		for (int i = 1; i < g->n - 1; i++)
			for (int j = 1; j < g->m - 1; j++)
				*next(g, i, j) = 0.25 * (*cell(g, i - 1, j) + *cell_of_next(g, i, j) + cell(g, i, j)[-1] + *cell(g, i, j + 1));
		for (int i = 1; i < g->n - 1; i++) {
			double *to = cell(g, i, 0);
			const double *from = &g->v[i * g->m];
			for (int j = 1; j < g->m - 1; j++) to[j] += from[j] / 2;
		}
	}
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) *z_at(i, j) += around(i, j) + clamped(&z[i * N], j, N) / 1024;
	double s = 0, t = 0, r = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) s += at(a, i, j, n) * (i + 1);
	for (int i = 0; i < g->n; i++)
		for (int j = 0; j < g->m; j++) t += *cell(g, i, j) + *next(g, i, j) * j;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) r += *z_at(i, j) * (j + 1);
	printf("%.10g %.10g %.10g\n", s, t, r);
	for (int i = 0; i < n; i += 3) printf("%g %g %g\n", *cell(g, i, 2), at(b, i, 3, n), *z_at(i % N, 3));
	return 0;
}
