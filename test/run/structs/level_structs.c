// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// An array of structs with members that are mapped, and one helper for all of them.
#include <stdio.h>
#include <stdlib.h>
struct level { int n; double *u, *f;
#pragma dist array u[n + 2][n + 2], f[n + 2][n + 2]
#pragma dist distribute [block][*] :: u, f
};
struct hierarchy { int levels; struct level *level; };
static void relax(struct level *l)
{
	int n = l->n;
	for (int i = 1; i <= n; i++)
		for (int j = 1; j <= n; j++)
			l->f[i * (n + 2) + j] = 0.25 * (l->u[(i - 1) * (n + 2) + j] + l->u[(i + 1) * (n + 2) + j] + l->u[i * (n + 2) + j - 1] + l->u[i * (n + 2) + j + 1]);
}
static void copy(int n, double *restrict to, const double *restrict from)
{
	for (int i = 0; i < n + 2; i++)
		for (int j = 0; j < n + 2; j++) to[i * (n + 2) + j] = from[i * (n + 2) + j];
}
int main(void)
{
	struct hierarchy h = {4};
	h.level = malloc(h.levels * sizeof *h.level);
	for (int l = 0; l < h.levels; l++) {
		int n = h.level[l].n = 8 << l;
		h.level[l].u = malloc((n + 2) * (n + 2) * sizeof(double));
		h.level[l].f = malloc((n + 2) * (n + 2) * sizeof(double));
		for (int i = 0; i < (n + 2); i++)
			for (int j = 0; j < n + 2; j++) h.level[l].u[i * (n + 2) + j] = i * j % 7, h.level[l].f[i * (n + 2) + j] = 0;
	}
	for (int t = 0; t < 3; t++)
		for (int l = 0; l < h.levels; l++) {
			relax(&h.level[l]);
			copy(h.level[l].n, h.level[l].u, h.level[l].f);
		}
	for (int l = 0; l < h.levels; l++) {
		double s = 0;
		int n = h.level[l].n;
		for (int i = 0; i < n + 2; i++)
			for (int j = 0; j < n + 2; j++) s += h.level[l].u[i * (n + 2) + j] * (i + j);
		printf("%d %g\n", l, s);
	}
	for (int l = 0; l < h.levels; l++) free(h.level[l].u), free(h.level[l].f);
	return 0;
}
