// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 300
// ARGS: 3
// BY-ALL: 6 of an object that no directive names
// RESIDENT: procs=2 args="3464 2" below_mb=120
// RESIDENT: procs=4 args="3464 2" below_mb=70
// RESIDENT: procs=7 args="3464 2" below_mb=55
//
// Memory that functions allocate, set and hand on by out-parameters and by members of objects, before the pointer with
// the directive receives it: it is mapped where it is allocated, each process touches its part only, of two matrices of
// 96 MB.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	int n;
	double *v, **rows;
} field;

typedef struct {
	double *u;
	field in;
} grid;

static void set(double *f, int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) f[i * n + j] = i % 7 - j % 3;
}

static void get(double **f, int n)
{
	*f = malloc((size_t)n * n * sizeof **f);
	if (!*f) exit(1);
}

// The parameter goes on to another function.
static void init(double **f, int n)
{
	get(f, n);
	set(*f, n);
}

static int both(int n, double **first, double **second)
{
	*first = malloc((size_t)n * n * sizeof **first);
	double *p = malloc((size_t)n * n * sizeof *p);
	if (!*first || !p) return -1;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) (*first)[i * n + j] = i + j;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) p[i * n + j] = i - (*first)[i * n + j];
	*second = p;
	return 0;
}

static void in_rows(double ***f, int n)
{
	*f = malloc(n * sizeof **f);
	for (int i = 0; i < n; i++) {
		(*f)[i] = malloc(n * sizeof ***f);
		for (int j = 0; j < n; j++) (*f)[i][j] = i + 2 * j;
	}
}

static void field_init(field *f, int n)
{
	f->n = n;
	init(&f->v, n);
	double **a = malloc(n * sizeof *a);
	for (int i = 0; i < n; i++) a[i] = malloc(n * sizeof **a);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) a[i][j] = f->v[i * n + j] + 1;
	f->rows = a;
}

static void grid_init(grid *g, int n)
{
	g->u = malloc((size_t)n * n * sizeof *g->u);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) g->u[i * n + j] = 2 * i - j;
	field_init(&g->in, n);
}

static double total(const double *m, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += m[i * n + j] * (i % 3 + j % 2);
	return sum;
}

static double total_of_rows(double **m, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += m[i][j] * (i % 3 + j % 2);
	return sum;
}

static int large(int n)
{
	double *a, *b;
#pragma dist array a[n][n], b[n][n]
#pragma dist distribute [block][*] :: a, b
	if (both(n, &a, &b)) return 1;
	printf("%.12g %.12g\n", total(a, n), total(b, n));
	return 0;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40;
	if (argc > 2) return large(n);
	double *a, *b, *c, **r;
	grid g, h;
#pragma dist array a[n][n], b[n][n], c[n][n], r[n][n], g.u[n][n], g.in.v[n][n], g.in.rows[n][n]
#pragma dist distribute [block][*] :: a, b, c, r, g.u, g.in.v, g.in.rows
	if (both(n, &a, &b)) return 1;
	init(&c, n);
	in_rows(&r, n);
	grid_init(&g, n);
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < n; j++) {
			a[i * n + j] += b[(i - 1) * n + j] + r[i + 1][j] + g.in.rows[i - 1][j];
			c[i * n + j] -= g.u[(i + 1) * n + j] + g.in.v[i * n + j];
		}
	printf("%.12g %.12g %.12g %.12g\n", total(a, n), total(b, n), total(c, n), total_of_rows(r, n));
	printf("%.12g %.12g %.12g\n", total(g.u, n), total(g.in.v, n), total_of_rows(g.in.rows, n));
	// A pointer gets what a member leads to.
	grid_init(&h, n);
	double *x = h.u;
#pragma dist array x[n][n]
#pragma dist distribute x[block][*]
	printf("%.12g\n", total(x, n));
	return 0;
}
