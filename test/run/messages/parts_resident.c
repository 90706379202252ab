// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// ARGS: 2
// PER-STEP: procs=4 from="2" to="4" messages=1,2,2,1 bytes=7984,15968,15968,7984 collectives=0
// RESIDENT: procs=4 args="2" below_mb=50
//
// Four objects of 32 MB each: a process holds its part of the arrays in them, and halos; copying and clearing objects as a whole needs no more.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2000, M = 1000 };
struct grid {
	int n;
	double u[N][M];
	double v[N][M];
#pragma dist distribute u[block][*], v[block][*]
};
static struct grid g, copy;

static void step(struct grid *p)
{
	for (int i = 1; i < p->n - 1; i++)
		for (int j = 1; j < M - 1; j++) p->v[i][j] = p->u[i - 1][j] + p->u[i + 1][j] - p->u[i][j];
	for (int i = 1; i < p->n - 1; i++)
		for (int j = 1; j < M - 1; j++) p->u[i][j] = 0.5 * p->v[i][j];
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 1;
	double sum = 0;
	struct grid *p = calloc(2, sizeof *p);
	g.n = N;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) g.u[i][j] = i + j;
	copy = g;
	memcpy(&p[1], &copy, sizeof copy);
	p[0] = p[1];
	memset(&copy, 0, sizeof copy);
	copy = p[0];
	for (int t = 0; t < steps; t++) step(&copy);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += copy.u[i][j] - p[1].v[i][j];
	printf("%.10g\n", sum);
	free(p);
	return 0;
}
