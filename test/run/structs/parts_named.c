// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %count 0
// BY-ALL: 36 "for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) s +...": nothing in it is split
//            "for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) g->...": nothing in it is split
//            "for (int i = 1; i < N - 1; i++) for (int j = 0; j < M; j++)...": nothing in it is split
//            "for (int i = 1; i < N - 1; i++) for (int j = 0; j < M; j++)...": nothing in it is split
// MAX-SLOW: 0
// PER-STEP: procs=4 from="2" to="6" messages=1,2,2,1 collectives=0
//
// Directives that name an array in one object: of a variable, in a struct in an array, behind a pointer. Other objects of the type are all processes'.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 32, M = 12 };
struct grid {
	double u[N][M], v[N][M];
	int n;
};
struct pair {
	struct grid g[2];
	double sum;
};

static struct grid split, whole;
#pragma dist distribute split.u[block][*]
#pragma dist align split.v[i][j] with split.u[i][j]
static struct pair two;
#pragma dist distribute two.g[1].u[*][block], two.g[1].v[*][block]

static void fill(struct grid *g, int by)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) g->u[i][j] = i * by + j;
	g->n = by;
}

static void step(struct grid *g)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 0; j < M; j++) g->v[i][j] = g->u[i - 1][j] + g->u[i + 1][j];
	for (int i = 1; i < N - 1; i++)
		for (int j = 0; j < M; j++) g->u[i][j] = 0.5 * g->v[i][j];
}

static double sum(const struct grid *g)
{
	double s = g->n;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) s += g->u[i][j] * (i % 5);
	return s;
}

static void near(void)
{
	struct grid here;
#pragma dist distribute here.u[block][*], here.v[block][*]
	struct grid there = whole, *made;
#pragma dist distribute made->u[*][block], made->v[*][block]
	made = malloc(sizeof *made);
	here = split;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) here.u[i][j] += there.u[i][j];
	step(&here);
	*made = here;
	step(made);
	for (int j = 0; j < M; j++)
		for (int i = 1; i < N; i++) made->u[i][j] += 0.5 * made->u[i - 1][j];
	whole = *made;
	step(&whole);
	printf("%.4f %.4f %.4f %.4f\n", sum(&here), sum(made), sum(&whole), made->u[7][3]);
	free(made);
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 2;
	fill(&split, 1);
	for (int t = 0; t < steps; t++) step(&split);
	if (argc > 1) return 0;
	fill(&whole, 2);
	step(&whole);
	for (int k = 0; k < 2; k++) fill(&two.g[k], 3 + k);
	for (int j = 0; j < M; j++)
		for (int i = 1; i < N; i++) two.g[1].u[i][j] += two.g[1].u[i - 1][j];
	two.g[0] = two.g[1];
	two.g[1] = split;
	struct pair other = two;
	memset(&two.g[1], 0, sizeof two.g[1]);
	printf("%.4f %.4f %.4f %.4f %.4f\n", sum(&split), sum(&whole), sum(&two.g[0]), sum(&two.g[1]), sum(&other.g[1]));
	near();
	double *row = split.u[4];
	for (int j = 0; j < M; j++) row[j] = two.g[0].u[j][3];
	printf("%.4f %g\n", sum(&split), split.u[4][5]);
	return 0;
}
