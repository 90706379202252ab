// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 24 9
// ARGS: 5 4
// Functions with effects that nests call: they fill private arrays and the elements, rows and variables that they are given.
#include <stdio.h>
#include <stdlib.h>

#define N 24

static double u[N][N][5], l[N][N][5][5];
#pragma dist distribute u[block][*][*]
#pragma dist distribute l[block][*][*][*]
static const double ce[5] = {1, 2, 3, 4, 5};

static void exact(double x, double y, double out[5])
{
	for (int m = 0; m < 5; m++) out[m] = x + ce[m] * y;
}

static void add_to(double *to, const double *from)
{
	int k;
	for (k = 0; k < 5; k++) *(to + k) += from[k];
}

static void twice(double x, double y, double out[5])
{
	double t[5];
	exact(x, y, out);
	exact(y, x, t);
	if (x > y) return;
	add_to(out, t);
}

static void set_matrix(double m[5][5], double v)
{
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 5; j++) m[i][j] = i == j ? v : 0.125 * (i - j);
}

static void matvec_sub(double a[5][5], double x[5], double y[5])
{
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 5; j++) y[i] = y[i] - 0.01 * a[i][j] * x[j];
}

static double row_sum(int m, double *row, double *least)
{
	double s = 0;
	*least = row[0];
	for (int j = 0; j < m; j++) {
		s += row[j];
		if (row[j] < *least) *least = row[j];
		row[j] = row[j] + 1;
	}
	return s;
}

typedef struct {
	int n, m;
	double *v, *w;
#pragma dist array v[n][m]
#pragma dist distribute v[block][*]
#pragma dist array w[n]
#pragma dist align w[i] with v[i][*]
} grid_t;

static void smooth(grid_t *g, int i)
{
	for (int j = 1; j < g->m - 1; j++)
		g->w[i] += 0.25 * (g->v[(i - 1) * g->m + j] + g->v[(i + 1) * g->m + j]) + g->v[i * g->m + j - 1];
}

static void relax(int n, int m, double (*a)[m], double (*b)[m])
{
	for (int i = 0; i < n; i++) {
		double least, s = row_sum(m, a[i], &least);
		b[i][0] = s;
		b[i][m - 1] = least;
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 7, m = argc > 2 ? atoi(argv[2]) : 6;
	double s = 0, t[5];
	int i, j, k;
	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++) {
			exact(i, j, t);
			for (k = 0; k < 5; k++) u[i][j][k] = t[k];
			set_matrix(l[i][j], i + 2 * j);
		}
	for (i = 0; i < N; i++)
		for (j = 1; j < N; j++) matvec_sub(l[i][j], u[i][j - 1], u[i][j]);
	for (i = 1; i < N - 1; i++)
		for (j = 1; j < N - 1; j++) {
			double from[5];
			twice(i, j, from);
			for (k = 0; k < 5; k++) from[k] += l[i - 1][j][k][k] + l[i + 1][j][k][0];
			add_to(u[i][j], from);
		}
	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++)
			for (k = 0; k < 5; k++) s += u[i][j][k] * (i + 2 * j + k);
	printf("%.10g\n", s);

	double(*a)[m] = malloc(n * sizeof *a), (*b)[m] = malloc(n * sizeof *b), *x = malloc(n * m * sizeof *x);
#pragma dist array a[n][m], b[n][m], x[n][m]
#pragma dist distribute [block][*] :: a, b, x
	for (i = 0; i < n; i++)
		for (j = 0; j < m; j++) a[i][j] = i * j % 7 - 2, b[i][j] = 0, x[i * m + j] = i - j;
	relax(n, m, a, b);
	for (i = 0; i < n; i++) {
		double least;
		b[i][1] = row_sum(m, &x[i * m], &least) + least;
		s += row_sum(m - 1, a[i], &least);
	}
	for (i = 0; i < n; i++)
		for (j = 0; j < m; j++) s += a[i][j] * (i + 1) + b[i][j] * (j + 1) + x[i * m + j];
	printf("%.10g\n", s);

	grid_t g = {n, m, NULL, NULL};
	g.v = malloc(n * m * sizeof *g.v);
	g.w = malloc(n * sizeof *g.w);
	for (i = 0; i < n; i++) {
		g.w[i] = 1;
		for (j = 0; j < m; j++) g.v[i * m + j] = 10 * i + j;
	}
	for (i = 1; i < n - 1; i++) smooth(&g, i);
	for (i = 0; i < n; i++) s += (i + 1) * g.w[i];
	printf("%.10g\n", s);
	free(a), free(b), free(x), free(g.v), free(g.w);
	return 0;
}
