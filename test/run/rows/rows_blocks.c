// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 10 "for (int i = 0; i < ...": rows beyond the block
// ARGS: 13 7
// ARGS: 2 3
// ARGS: 31 9
// MAX-SLOW: 0
// Pointers to rows that are set into one block, in helper functions, members and parameters; flat loops over the block.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double **alloc2(int n, int m)
{
	double **a = malloc(n * sizeof *a);
	if (!a) exit(1);
	a[0] = malloc((size_t)n * m * sizeof **a);
	for (int i = 1; i < n; i++) a[i] = a[0] + (size_t)i * m;
	return a;
}

static void *xmalloc(size_t n)
{
	void *p = malloc(n);
	if (!p) {
		fprintf(stderr, "no memory\n");
		exit(1);
	}
	return p;
}

static double **alloc_rows(int n, int m)
{
	double **a = xmalloc(n * sizeof *a);
	for (int i = 0; i < n; i++) {
		a[i] = xmalloc(m * sizeof **a);
		memset(a[i], 0, m * sizeof **a);
	}
	return a;
}

static void free_rows(double **a, int n)
{
	for (int i = n - 1; i >= 0; i--) free(a[i]);
	free(a);
}

struct grid {
	int n, m;
	double **u, **v;
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute[block][*] ::u, v
};

static void make_grid(struct grid *g, int n, int m)
{
	g->n = n, g->m = m;
	g->u = alloc2(n, m);
	g->v = alloc_rows(n, m);
}

static void sweep(double **to, double **from, int n, int m)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static double norm(double **a, int n, int m)
{
	double most = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) most = fmax(most, fabs(a[i][j]));
	return most;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 11, m = argc > 2 ? atoi(argv[2]) : 6;
	struct grid g;
	make_grid(&g, n, m);
	for (int i = 0; i < g.n; i++)
		for (int j = 0; j < g.m; j++) g.u[i][j] = i * j % 7;
	for (int t = 0; t < 3; t++) {
		sweep(g.v, g.u, n, m);
		sweep(g.u, g.v, n, m);
	}
	printf("%.17g %.17g\n", norm(g.u, n, m), norm(g.v, n, m));
	double *data = malloc((size_t)n * m * sizeof *data), **w = malloc(n * sizeof *w);
#pragma dist array w[n][m]
#pragma dist distribute w[block][*]
	for (int i = 0; i < n; i++) w[i] = &data[i * m];
	for (int k = 0; k < n * m; k++) data[k] = k % 5;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) w[i][j] += g.u[i][j];
	sweep(w, g.v, n, m);
	// The block by its first row's address.
	for (int k = 0; k < n * m; k++) data[k] *= 2;
	fwrite(w[0], sizeof **w, (size_t)n * m > 3 ? 3 : 0, stdout);
	puts("");
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) printf("%.17g ", w[i][j]);
		puts("");
	}
	free(data);
	free(w);
	free(g.u[0]);
	free(g.u);
	free_rows(g.v, n);
	return 0;
}
