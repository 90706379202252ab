// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 19 "for (int i = 0; i < g.n; i++) for (int j = 0; j < g.m; j++)...": nothing in it is split
// SOURCES: ../Inputs/numbers.c
// STDIN: 13 7
// MAX-SLOW: 0
// Integers and structs are stored to arrays, while the addresses of the loops' bounds, and of the pointers to the arrays, are known to
// functions: what is stored cannot be them.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	int n, m, *cell;
} grid;
typedef struct {
	int kind;
	double x, v;
} particle;

void read_size(int *n, int *m);

static int make(int **p, int n)
{
	*p = calloc(n, sizeof **p);
	return *p != NULL;
}

static void make_grid(grid *g, int n, int m)
{
	g->n = n, g->m = m;
	make(&g->cell, n * m);
}

int main(void)
{
	int n = 0, m = 0, *a, *b, shift[2] = {1, 0};
	char *mark;
	grid g;
	particle *q;
	read_size(&n, &m);
#pragma dist array a[n][m], b[n][m], mark[n][m], q[n], g.cell[n][m]
#pragma dist distribute[block][*] ::a, b, mark, g.cell
#pragma dist distribute q[block]
	if (!make(&a, n * m) || !make(&b, n * m)) return 1;
	mark = malloc(n * m);
	q = malloc(n * sizeof *q);
	make_grid(&g, n, m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = i + j, mark[i * m + j] = 'a' + j % 5;
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++) b[i * m + j] = a[(i - shift[0]) * m + j + shift[1]] + mark[i * m + j];
	for (int i = 0; i < g.n; i++)
		for (int j = 0; j < g.m; j++) g.cell[i * g.m + j] = i * j;
	for (int i = 0; i < n; i++) q[i].kind = g.cell[i * g.m + 1];
	for (int i = 0; i < n; i++) q[i].x = i, q[i].v = 0.5 * q[i].kind;
	long s = 0;
	double x = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += a[i * m + j] + b[i * m + j] * g.cell[i * g.m + j];
	for (int i = 0; i < n; i++) x += q[i].x;
	printf("%ld %.2f\n", s, x);
	return 0;
}
