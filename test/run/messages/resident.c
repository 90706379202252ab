// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// `resident`: nothing is brought for these accesses, whatever their subscripts are, and writes run where the rest of their statement is at
// home; also where the nest runs on all processes, which need all of it then.
// ARGS: 1
// ARGS: 7
// MAX-SLOW: 1
// BY-ALL: 7 "for (int i = 0; i < m->n; i++) to[i] += m->u[col[i]];": once into an array without a mapping
// PER-STEP: procs=4 from="10" to="12" messages=0,0,0,0 collectives=0
#include <stdio.h>
#include <stdlib.h>

#define N 84 // 7 blocks of 12 and fewer, larger ones
static double x[N], y[N], z[N][4];
static int col[N];
#pragma dist distribute [block] :: x, y
#pragma dist distribute z[block][*]
static double whole[N];

struct mesh {
	int n;
	double *u;
#pragma dist array u[n]
#pragma dist align u[i] with x[i]
};

static void gather(struct mesh *m, double *to)
{
#pragma dist resident(m->u)
	for (int i = 0; i < m->n; i++) to[i] += m->u[col[i]];
}

static double scatter(double *p)
{
	double sum = 0;
#pragma dist resident(p, z)
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < 4; j++) z[col[i]][j] = p[col[i]] + j;
		p[col[i]] = p[i] + x[i];
		sum += z[col[i]][2];
	}
	return sum;
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 1;
	struct mesh m = {N, malloc(N * sizeof(double))};
	for (int i = 0; i < N; i++) {
		x[i] = m.u[i] = i + 1;
		y[i] = whole[i] = 0;
		col[i] = i;
	}
	for (int t = 0; t < steps; t++) gather(&m, y);
	printf("%g\n", scatter(y));
	gather(&m, whole);
	double sum = 0;
	for (int i = 0; i < N; i++) sum += y[i] * (i + 1) + whole[i] + z[i][3];
	printf("%g\n", sum);
	return 0;
}
