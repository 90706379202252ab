// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// ARGS: 5
// MAX-SLOW: 10
// Levels in one block of a struct, and behind an array of pointers in it. Loops that name the block itself are right, and slow.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define FIRST 1
struct hierarchy {
	int levels, n[8], off[8];
	double *all, *u[8];
#pragma dist array all + off[k] [n[k]][2 * n[k]] : k = 0..levels-1
#pragma dist distribute all[block][*]
#pragma dist array u[l][n[l]][2 * n[l]] : l = 0..levels - 1
#pragma dist align u[i][j] with all[i][j]
};
static void build(struct hierarchy *h, int levels)
{
	int total = 3;
	h->levels = levels;
	for (int k = 0; k < levels; k++) {
		h->n[k] = 6 << k, h->off[k] = total;
		total += 2 * h->n[k] * h->n[k] + k;
	}
	h->all = calloc(total, sizeof *h->all);
	for (int k = 0; k < levels; k++) posix_memalign((void **)&h->u[k], 64, 2 * h->n[k] * h->n[k] * sizeof(double));
}
static void set(int n, int m, double *a, double by)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = by * i + j;
}
static void restrict_to(const struct hierarchy *h, int l)
{
	int n = h->n[l], m = 2 * n, fine = 2 * m;
	double *to = h->all + h->off[l];
	const double *from = &h->all[h->off[l + 1]];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) to[i * m + j] = from[2 * i * fine + 2 * j] + from[(2 * i + 1) * fine + 2 * j];
}
int main(int argc, char **argv)
{
	struct hierarchy h, *p = &h;
	build(p, argc > 1 ? atoi(argv[1]) : 3);
	for (int k = 0; k < h.levels; k++) {
		set(h.n[k], 2 * h.n[k], h.all + h.off[k], k + 1);
		set(p->n[k], 2 * p->n[k], p->u[k], k + 2);
	}
	for (int l = h.levels - 2; l >= 0; l--) restrict_to(p, l);
	for (int l = 0; l < h.levels; l++) {
		int n = h.n[l], m = 2 * n;
		for (int i = 1; i < n; i++)
			for (int j = 0; j < m; j++) p->u[l][i * m + j] += h.all[h.off[l] + (i - 1) * m + j];
	}
	for (int l = 0; l < h.levels; l++) {
		int n = h.n[l], m = 2 * n;
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) p->all[p->off[l] + i * m + j] *= 2;
	}
	for (int l = 0; l < h.levels; l++) {
		double s = 0, t = 0;
		int n = h.n[l], m = 2 * n;
		double *all = p->all + p->off[l];
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) s += all[i * m + j] * (i + 1), t += h.u[l][i * m + j] * j;
		printf("%g %g %g\n", s, t, h.u[l][m + 3]);
	}
	for (int k = 0; k < h.levels; k++) free(h.u[k]);
	free(h.all);
}
