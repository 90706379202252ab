// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Structs whose last member has what is allocated behind them: of a shape that other members say.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	int n, m;
	double u[];
#pragma dist array u[n][m]
#pragma dist distribute u[block][*]
} grid;

struct table {
	long rows;
	int row[][6];
#pragma dist array row[rows][6]
#pragma dist distribute row[block][*]
};

struct levels {
	int n[3], off[3];
	float all[];
#pragma dist array all + off[k] [n[k]][n[k]] : k = 0..2
#pragma dist distribute all[block][*]
};

static void *allocate(size_t bytes)
{
	void *p = malloc(bytes);
	if (!p) exit(1);
	return p;
}

static grid *make(int n, int m)
{
	grid *g = allocate(sizeof *g + sizeof(double) * n * m);
	g->n = n, g->m = m;
	return g;
}

static void fill(grid *g)
{
	for (int i = 0; i < g->n; i++)
		for (int j = 0; j < g->m; j++) g->u[i * g->m + j] = i * j;
}

static double smooth(const grid *g, grid *h)
{
	int m = g->m;
	for (int i = 1; i < g->n - 1; i++)
		for (int j = 1; j < m - 1; j++) h->u[i * m + j] = g->u[(i - 1) * m + j] - g->u[(i + 1) * m + j];
	double s = 0;
	for (int i = 1; i < g->n - 1; i++)
		for (int j = 1; j < m - 1; j++) s += h->u[i * m + j] * j;
	return s;
}

static long count(const struct table *t)
{
	long sum = 0;
	for (long i = 1; i < t->rows; i++)
		for (int j = 0; j < 6; j++) sum += t->row[i][j] * (i + j) - t->row[i - 1][j];
	return sum;
}

int main(void)
{
	grid *a = make(17, 9), *b = make(17, 9);
	fill(a);
	fill(b);
	printf("%g %g\n", smooth(a, b), b->u[20]);
	a = realloc(a, sizeof *a + sizeof(double) * 30 * 9);
	printf("%g\n", a->u[20]);
	a->n = 30;
	fill(a);
	free(b);
	b = make(30, 9);
	memcpy(b, a, sizeof *b + sizeof(double) * 30 * 9);
	printf("%g %g\n", smooth(a, b), b->u[100]);
	free(a);
	free(b);

	struct table *t = calloc(1, sizeof *t + 11 * sizeof *t->row);
	t->rows = 11;
	for (long i = 0; i < t->rows; i++)
		for (int j = 0; j < 6; j++) t->row[i][j] = i * j + 1;
	printf("%ld\n", count(t));
	free(t);

	struct levels *l = allocate(sizeof *l + 400 * sizeof(float));
	for (int k = 0; k < 3; k++) l->n[k] = 3 << k, l->off[k] = k ? l->off[k - 1] + l->n[k - 1] * l->n[k - 1] : 2;
	for (int k = 0; k < 3; k++) {
		float *v = l->all + l->off[k];
		int n = l->n[k];
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) v[i * n + j] = i - j + k;
	}
	for (int k = 0; k < 3; k++) {
		const float *v = l->all + l->off[k];
		int n = l->n[k];
		double s = 0;
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) s += v[i * n + j] * i;
		printf("%g ", s);
	}
	printf("%g\n", l->all[12]);
	free(l);
	return 0;
}
