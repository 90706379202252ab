// SPDX-License-Identifier: Apache-2.0
// RUN: %compare --flags=-I%hpcc_source/include %s
// ARGS: 13
// ARGS: 100
// MAX-SLOW: 0
// Pointers with a mapping that are set to places in a block, by assignment; members, one of several; to other arrays, and to nothing.
#include <hpcc/dist.h>
#include <stdio.h>
#include <stdlib.h>

static double *a, *b, *c;
struct state {
	const int *n;
	double *x, *y;
#pragma dist array x[n[0]], y[n[0]]
#pragma dist distribute x[block]
#pragma dist align y[i] with x[i]
};

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 11, gap = 7;
	a = malloc((3 * n + 2 * gap) * sizeof *a);
	if (!a) return 1;
	b = a + n + gap;
	c = b + n + gap;
#pragma dist array a[n], b[n], c[n]
#pragma dist distribute[block] ::a, b, c
	for (long i = 0; i < n; i++) {
		a[i] = 0;
		b[i] = i;
		c[i] = 2;
	}
	for (int t = 0; t < 4; t++) {
		for (long i = 0; i < n; i++) a[i] += b[i] + 3 * c[i];
		double *old = b;
		b = c, c = old;
	}
	a[0] = a[n + gap - 1] = 5;

	int shape[1] = {(int)n + 3};
	struct state s = {shape}, *p = &s;
	p->x = p->y = NULL;
	double *all = calloc(2 * n + 6, sizeof *all);
	p->x = all, p->y = all + shape[0];
	for (int i = 0; i < shape[0]; i++) s.x[i] = i, s.y[i] = 1;
	for (int i = 1; i < shape[0]; i++) s.x[i] += s.y[i - 1];

	int size[3] = {(int)n, 2 * (int)n, 3 * (int)n};
	double *level[3];
#pragma dist array level[k][size[k]][size[k]] : k = 0..2
#pragma dist distribute level[block][*]
	double *grids = malloc(14 * n * n * sizeof *grids);
	level[0] = grids;
	for (int l = 1; l < 3; l++) level[l] = level[l - 1] + size[l - 1] * size[l - 1];
	for (int l = 0; l < 3; l++) {
		double(*v)[size[l]] = (void *)level[l];
		for (int i = 0; i < size[l]; i++)
			for (int j = 0; j < size[l]; j++) v[i][j] = l + i * j;
		for (int i = 0; i < n && i < size[l]; i++) a[i] += v[i][i / 2];
	}

	for (long i = 0; i < n; i++) printf("%g %g %g\n", a[i], b[i], c[i]);
	for (int i = 0; i < shape[0]; i++) printf("%g %g\n", s.x[i], s.y[i]);
	double sum = 0;
	for (int i = 0; i < size[2] * size[2]; i++) sum += level[2][i];
	int split = dist_grid(b, 0) == dist_nprocs() && dist_grid(s.y, 0) == dist_nprocs() &&
	            dist_grid(level[2], 0) == dist_nprocs();
	printf("%g %g %d\n", sum, a[n], split);
	free(all);
	free(grids);
	b = NULL;
	free(a);
	return 0;
}
