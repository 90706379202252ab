// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// ARGS: 20 7
// ARGS: 3 5
// PER-STEP: procs=2 from="20 7 10" to="20 7 20" messages=1,0 bytes=56,0 collectives=0
// Members that say how much there is of an array are set behind the pointer, one after the other or in one statement,
// with a test in between; in an object, or in one that a pointer leads to. What they held before says nothing.
#include <stdio.h>
#include <stdlib.h>

typedef struct matrix {
	double *data;
#pragma dist array data[rows][columns]
#pragma dist distribute data[block][*]
	int rows, columns;
} matrix;

typedef struct grid {
	double *u, *v;
#pragma dist array u[rows][columns], v[rows][columns]
#pragma dist distribute [block][*] :: u, v
	long rows, columns;
} grid;

static matrix make(int rows, int columns)
{
	matrix m;
	m.data = malloc(sizeof(double) * (size_t)rows * (size_t)columns);
	m.rows = rows, m.columns = columns;
	for (int i = 0; i < rows * columns; i++) m.data[i] = i % 7;
	return m;
}

static int init(grid *g, int rows, int columns)
{
	g->u = malloc(sizeof(double) * (size_t)rows * (size_t)columns);
	if (!g->u) return -1;
	g->v = malloc(sizeof(double) * (size_t)rows * (size_t)columns);
	if (!g->v) {
		free(g->u);
		return -1;
	}
	g->rows = rows;
	g->columns = columns;
	for (int i = 0; i < rows * columns; i++) g->u[i] = g->v[i] = i % 5;
	return 0;
}

static void step(grid *g)
{
	for (long i = 1; i < g->rows - 1; i++)
		for (long j = 0; j < g->columns; j++)
			g->v[i * g->columns + j] = g->u[(i - 1) * g->columns + j] + g->u[i * g->columns + j] / 2;
	double *t = g->u;
	g->u = g->v;
	g->v = t;
}

int main(int argc, char **argv)
{
	int rows = argc > 1 ? atoi(argv[1]) : 8, columns = argc > 2 ? atoi(argv[2]) : 5;
	int steps = argc > 3 ? atoi(argv[3]) : 3;
	grid g = {.rows = 1000000, .columns = -3};
	matrix m = make(rows, columns);
	if (init(&g, rows, columns)) return 1;
	for (int t = 0; t < steps; t++) step(&g);
	double sum = 0;
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			sum += m.data[i * columns + j] * (1 + i) + g.u[i * columns + j] + g.v[i * columns + j] * j;
	printf("%.10g\n", sum);
	free(m.data), free(g.u), free(g.v);
	return 0;
}
