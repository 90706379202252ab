// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -Rdist=summary -c %s -o %t.o 2>&1 | %FileCheck %s
//
// Macros that have the names of members of a static object: the directive may stand before them or behind, and messages
// name the members.
// ARGS: 20
// ARGS: 3
// PER-STEP: procs=2 from="21" to="31" messages=2 collectives=0
// PER-STEP: procs=4 from="21" to="31" messages=2,4,4,2 collectives=0
// PER-STEP: procs=7 from="21" to="31" messages=2,4,4,4,4,4,2 collectives=0
#include <stdio.h>
#include <stdlib.h>

#define N 60
struct state {
	double d[N][N], e[N][N];
	int n;
};
static struct state s;
#pragma dist distribute s.d[block][*], s.e[block][*]
#define d s.d
#define e s.e
#define n s.n

struct grid {
	int nx, ny;
	double **p, *q;
};
#define nx g.nx
#define ny g.ny
#define p g.p
#define q g.q
static struct grid g;
#pragma dist array p[nx][ny], q[nx]
#pragma dist distribute p[block][*], q[block]

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	nx = 50, ny = 30, n = N;
	p = malloc((unsigned)nx * sizeof *p);
	for (int i = 0; i < nx; i++) p[i] = malloc((unsigned)ny * sizeof **p);
	q = calloc((unsigned)nx, sizeof *q);
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < ny; j++) p[i][j] = i + j;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) d[i][j] = i + j;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < nx - 1; i++) q[i] = p[i - 1][3] + p[i + 1][4];
		for (int i = 1; i < nx - 1; i++)
			for (int j = 0; j < ny; j++) p[i][j] = q[i] * .3 + p[i][j] * .5;
		for (int i = 1; i < n - 1; i++)
			for (int j = 0; j < n; j++) e[i][j] = d[i - 1][j] + d[i + 1][j];
		for (int i = 1; i < n - 1; i++)
			for (int j = 0; j < n; j++) d[i][j] = e[i][j] * .5;
	}
	printf("%g %g\n", d[7][8], p[7][8]);
	return 0;
}

// CHECK: split along dimension 0 of 'g.q'; sent each time: 1 row from below and 1 row from above of 'g.p'
// CHECK: split along dimension 0 of 's.e'; sent each time: 1 row from below and 1 row from above of 's.d'
