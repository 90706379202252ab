// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Macros that have the names of members, as codes have them that were written with global variables at first: what is
// generated names members while the macros are there. The member of a value has no place.
// ARGS: 20 10
// ARGS: 3 1
// PER-STEP: procs=3 from="23 10 4" to="23 10 14" messages=1,1,0 bytes=80,80,0 collectives=0
#include <stdio.h>
#include <stdlib.h>

struct limits {
	int rows, columns;
	double factor[2];
};
struct grid {
	struct limits size;
	int steps;
	double **ez, **hy;
#pragma dist array ez[size.rows][size.columns], hy[size.rows][size.columns]
#pragma dist distribute [block][*] :: ez, hy
};
#define ez g->ez
#define hy g->hy
#define steps g->steps
#define rows g->size.rows
#define columns g->size.columns
#define factor(i) g->size.factor[i]
#define EZ(i, j) ez[i][j]

struct range {
	int first, last;
};
#define last(r) ((r)->last)
static struct range half(int n) { return (struct range){0, n / 2}; }

static double **allocate(const struct grid *g)
{
	double **p = malloc((unsigned)rows * sizeof *p);
	for (int i = 0; i < rows; i++) p[i] = calloc((unsigned)columns, sizeof **p);
	return p;
}

static void step(struct grid *g)
{
	for (int i = 1; i < rows; i++)
		for (int j = 0; j < columns; j++) hy[i][j] = factor(0) * (EZ(i, j) + ez[i - 1][j]);
	for (int i = 1; i < rows; i++)
		for (int j = 0; j < columns; j++) EZ(i, j) = factor(1) * hy[i][j];
}

int main(int argc, char **argv)
{
	struct grid *g = malloc(sizeof *g);
	rows = atoi(argv[1]), columns = atoi(argv[2]);
	steps = argc > 3 ? atoi(argv[3]) : 3;
	factor(0) = .5, factor(1) = .75;
	ez = allocate(g);
	hy = allocate(g);
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++) ez[i][j] = i * 3 + j;
	for (int t = 0; t < steps; t++) step(g);
	ez[half(rows).last][0] += ez[0][half(columns).last] + half(6).last;
	double sum = 0;
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++) sum += ez[i][j] + hy[i][j];
	printf("%g %g\n", sum, ez[rows / 2][columns / 3]);
	return 0;
}
