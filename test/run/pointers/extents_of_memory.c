// SPDX-License-Identifier: Apache-2.0
// RUN: %compare --flags=-I%hpcc_source/include %s
// ARGS: 101 3
// ARGS: 5 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="100 10" to="100 20" messages=2,4 bytes=24,32 collectives=0
// PER-STEP: procs=4 from="100 10" to="100 20" messages=2,7,7,4 bytes=24,72,104,64 collectives=0
// PER-STEP: procs=7 from="100 10" to="100 20" messages=2,5,5,5,5,5,3 collectives=0
//
// One dimension, or the rows of `T (*p)[m]`: as much as there is memory for, whoever allocates it.
#include <hpcc/dist.h>
#include <stdio.h>
#include <stdlib.h>

struct cell {
	double value;
	int count;
};

struct line {
	int n;
	double *v;
#pragma dist distribute v[block]
};

double *u;
struct cell *cells;
#pragma dist distribute u[block], cells[block]

static double *get(int n)
{
	double *p = malloc(n * sizeof(double));
	if (!p) exit(1);
	return p;
}

static void unmapped(const void *p, const char *name)
{
	char text[100];
	if (dist_nprocs() > 1 && dist_mapping(p, text, sizeof text) == 0) printf("%s is not mapped\n", name);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 50, steps = argc > 2 ? atoi(argv[2]) : 1, m = 3;
	double *v = calloc(n, sizeof *v), *w = NULL, *grown = malloc(sizeof *grown), (*rows)[m], sum = 0;
	struct line line = {n, malloc(sizeof(double) * n)};
#pragma dist distribute v[block], rows[block][*]
#pragma dist distribute w[block], grown[block]
	u = get(n);
	cells = malloc((n + 1) * sizeof *cells);
	rows = (double(*)[m])get(n * m);
	if (posix_memalign((void **)&w, 64, n * sizeof *w)) return 1;
	grown = realloc(grown, n * sizeof *grown);
	unmapped(u, "u"), unmapped(v, "v"), unmapped(w, "w"), unmapped(cells, "cells"), unmapped(rows, "rows");
	unmapped(grown, "grown"), unmapped(line.v, "line.v");
	for (int i = 0; i < n; i++) {
		u[i] = w[i] = line.v[i] = i % 17;
		cells[i].value = i % 5, cells[i].count = 0;
		for (int k = 0; k < m; k++) rows[i][k] = i + k;
	}
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n - 1; i++) v[i] = .5 * (u[i - 1] + u[i + 1]);
		for (int i = 1; i < n - 1; i++) u[i] = v[i];
		for (int i = 1; i < n - 1; i++) grown[i] = w[i - 1] + line.v[i + 1] + rows[i - 1][1];
		for (int i = 1; i < n - 1; i++) w[i] = .25 * grown[i], line.v[i] = .5 * w[i];
		for (int i = 1; i < n - 1; i++) cells[i].count += grown[i] > 4;
		for (int i = 1; i < n - 1; i++) rows[i][1] = .1 * cells[i + 1].value + w[i];
		for (int i = 1; i < n - 1; i++) cells[i].value = rows[i][1];
	}
	for (int i = 0; i < n; i++)
		sum += (int)(64 * (u[i] + v[i] + w[i] + line.v[i] + cells[i].value)) + cells[i].count + (int)(rows[i][1] * 8);
	printf("%.0f\n", sum);
	free(u), free(v), free(w), free(cells), free(rows), free(grown), free(line.v);
	return 0;
}
