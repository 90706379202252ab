// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 60 50
// ARGS: 23 64
// ARGS: 9 7
// MAX-SLOW: 0
// PER-STEP: procs=2 from="60 50 10" to="60 50 20" messages=2,2 bytes=768,768 collectives=0
//
// Rows that a variable holds until the vector of their pointers gets them, or that a function puts there itself: by
// malloc, with checks, cleared, from helpers, and aligned, where the rows are apart by more than their lengths.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *xmalloc(size_t bytes)
{
	void *p = malloc(bytes);
	if (!p) exit(1);
	return p;
}

static double *new_row(int n)
{
	double *r = xmalloc(n * sizeof *r);
	memset(r, 0, n * sizeof *r);
	return r;
}

static int put_row(double **row, int n) { return posix_memalign((void **)row, 64, n * sizeof **row); }

struct grid {
	int m, n;
	double **row;
#pragma dist array row[m][n]
#pragma dist distribute row[block][*]
};

static int make(struct grid *g, int m, int n)
{
	g->m = m, g->n = n;
	g->row = malloc(m * sizeof *g->row);
	if (!g->row) return 1;
	for (int i = 0; i < m; i++) {
		double *line = malloc(n * sizeof *line);
		if (line == NULL) return 1;
		g->row[i] = line;
	}
	return 0;
}

// A block of planes, whose rows are apart.
static double planes(int m, int n)
{
	double ***q = malloc(m * sizeof *q), s = 0;
#pragma dist array q[m][n][5]
#pragma dist distribute q[block][*][*]
	double **rows = malloc(m * n * sizeof *rows);
	for (int i = 0; i < m; i++) q[i] = rows + i * n;
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			double *row;
			if (posix_memalign((void **)&row, 64, 5 * sizeof *row)) return -1;
			q[i][j] = row;
		}
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < 5; k++) q[i][j][k] = i * j + k;
	for (int i = 1; i < m; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < 5; k++) s += q[i][j][k] - 2 * q[i - 1][j][4 - k];
	return s;
}

static double **aligned(int m, int n)
{
	double **u, *row;
#pragma dist array u[m][n]
#pragma dist distribute u[block][*]
	if (posix_memalign((void **)&u, 64, m * sizeof *u)) return NULL;
	for (int i = 0; i < m; i++) {
		if (posix_memalign((void **)&row, 64, n * sizeof *row)) return NULL;
		u[i] = row;
	}
	return u;
}

static double total(double **a, int m, int n)
{
	double s = 0;
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) s += a[i][j] * (i % 3 + j % 5);
	return s;
}

static void fill(double **a, int m, int n, int k)
{
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) a[i][j] = k * i - j;
}

int main(int argc, char **argv)
{
	int m = argc > 1 ? atoi(argv[1]) : 31, n = argc > 2 ? atoi(argv[2]) : 29, steps = argc > 3 ? atoi(argv[3]) : 3;
	double **a, **b, **c, **d, **e, **f, **h, **p;
#pragma dist array a[m][n], b[m][n], c[m][n], d[m][n], e[m][n], f[m][n], h[m][n], p[m][n]
#pragma dist distribute[block][*] ::a, b, c, d, e, p
#pragma dist distribute[block][block] ::f, h
#pragma dist dynamic f
	struct grid g;
	a = malloc(m * sizeof *a), b = malloc(m * sizeof *b), c = malloc(m * sizeof *c), d = malloc(m * sizeof *d);
	e = malloc(m * sizeof *e), f = malloc(m * sizeof *f), h = malloc(m * sizeof *h), p = malloc(m * sizeof *p);
	for (int i = 0; i < m; i++) {
		double *row;
		if (!(row = malloc(n * sizeof *row))) {
			fprintf(stderr, "no memory\n");
			return 1;
		}
		memset(row, 0, n * sizeof *row);
		a[i] = row;
	}
	for (int i = 0; i < m; i++) {
		double *row = calloc(n, sizeof *row);
		if (row)
			b[i] = row;
		else
			exit(1);
	}
	for (int i = 0; i < m; i++) {
		double *r = new_row(n);
		c[i] = r;
	}
	for (int i = 0; i < m; i++) {
		void *memory = xmalloc(n * sizeof **d);
		d[i] = (double *)memory;
	}
	for (int i = 0; i < m; i++)
		if (put_row(&e[i], n) != 0) return 1;
	for (int i = 0; i < m; i++) {
		void *memory = NULL;
		int error = posix_memalign(&memory, 128, n * sizeof **f);
		if (error) return 1;
		f[i] = memory;
	}
	for (int i = 0; i < m; i++) h[i] = memalign(64, n * sizeof **h);
	for (int i = 0; i < m; i++) {
		double *row = aligned_alloc(32, (n * sizeof *row + 31) / 32 * 32);
		p[i] = row;
	}
	double **u = aligned(m, n);
	if (!u || make(&g, m, n)) return 1;
	int together = 1;
	for (int i = 0; i < m; i++) {
		together &= (uintptr_t)e[i] % 64 == 0 && (uintptr_t)f[i] % 128 == 0 && (uintptr_t)h[i] % 64 == 0;
		together &= (uintptr_t)u[i] % 64 == 0 && (uintptr_t)p[i] % 32 == 0;
	}
	printf("%d\n", together);
	fill(a, m, n, 1), fill(b, m, n, 2), fill(c, m, n, 3), fill(d, m, n, 4), fill(e, m, n, 5);
	fill(f, m, n, 6), fill(h, m, n, 7), fill(u, m, n, 8), fill(g.row, m, n, 9);
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < m - 1; i++)
			for (int j = 1; j < n - 1; j++)
				e[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) + c[i][j] +
				          d[i][j];
		for (int i = 1; i < m - 1; i++)
			for (int j = 1; j < n - 1; j++)
				u[i][j] = 0.25 * (e[i - 1][j] + e[i + 1][j]) - a[i][j] - b[i][j];
	}
	for (int i = 1; i < m - 1; i++)
		for (int j = 1; j < n - 1; j++) h[i][j] = f[i - 1][j] + f[i][j + 1] - f[i][j - 1];
	printf("%.12g %.12g %.12g %.12g\n", total(a, m, n), total(b, m, n), total(c, m, n), total(d, m, n));
	printf("%.12g %.12g %.12g %.12g\n", total(e, m, n), total(f, m, n), total(h, m, n), total(u, m, n));
	printf("%.12g %g %g\n", total(g.row, m, n), h[m / 2][n / 2], f[m - 1][n - 1]);
	printf("%g\n", planes(m, 3));
#pragma dist redistribute f[*][block]
	printf("%.12g\n", total(f, m, n));
	fill(f, m, n, 3);
#pragma dist redistribute f[block][*]
	printf("%.12g %g\n", total(f, m, n), f[m - 1][n - 1]);
	for (int i = m - 1; i >= 0; i--) free(e[i]), free(h[i]), free(f[i]);
	free(e), free(f), free(h);
	return 0;
}
