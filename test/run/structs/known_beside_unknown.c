// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Rdist=summary %s 2>&1 | %FileCheck %s
// PER-STEP: procs=4 from="10" to="20" messages=0,0,0,0 collectives=1
// A work array of three dimensions that may also lie in one block with others, of which nothing is known, and one of
// two, whose mapping is: the first one is split as the second one is.
#include <stdio.h>
#include <stdlib.h>
#define N 40
#define M 30

typedef struct work {
	double *u, *q, *e;
} work;

static void in_one_block(work *w)
{
	double *block = malloc((8 * N * M + N * M) * sizeof *block);
	w->u = block;
	w->q = w->u + 4 * N * M;
	w->e = w->q + 4 * N * M;
}

static void one_by_one(work *w, int n, int m)
{
#pragma dist array w->q[4][n][m], w->e[n][m]
#pragma dist distribute w->q[*][block][*]
#pragma dist distribute w->e[block][*]
	w->q = malloc(4 * n * m * sizeof *w->q);
	w->e = malloc(n * m * sizeof *w->e);
}

static void energy(int n, int rows, int m, double old, double q[4][n][m], double e[n][m])
{
	// CHECK: [[@LINE+1]]:2: remark: split along dimension 1 of 'q'; nothing is sent
	for (int s = 0; s < rows; s++)
		for (int i = 0; i < m; i++) {
			q[0][s][i] = old + s + i;
			q[1][s][i] = .5 / q[0][s][i];
			q[2][s][i] = q[1][s][i] * q[1][s][i];
			q[3][s][i] = q[2][s][i] - q[0][s][i];
			e[s][i] = q[3][s][i];
		}
}

static double least(int n, int m, double e[n][m])
{
	double low = 1e9;
	for (int s = 0; s < n; s++)
		for (int i = 0; i < m; i++)
			if (e[s][i] < low) low = e[s][i];
	return low;
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 10;
	work w = {0}, all;
	one_by_one(&w, N, M);
	in_one_block(&all);
	double old = 1;
	for (int t = 0; t < steps; t++) {
		energy(N, N, M, old, (double(*)[N][M])w.q, (double(*)[M])w.e);
		old = 1 + 1 / (2 - least(N, M, (double(*)[M])w.e));
	}
	energy(N, N, M, old, (double(*)[N][M])all.q, (double(*)[M])all.e);
	printf("%.12g %.12g\n", old, all.e[5]);
	return 0;
}
