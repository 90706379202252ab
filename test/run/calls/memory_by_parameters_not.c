// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 60
// ARGS: 3
// MAX-SLOW: 5
// BY-ALL: 60 memory that is not handed on as the array that was awaited
//
// Functions that set out-parameters and members otherwise than awaited: to one memory and then to another, to one for two
// pointers, to what others know, to what is none, as large as they say only, or for another object.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	double *u;
} field;

static void twice(double **f, int n)
{
	*f = malloc((size_t)n * n * sizeof **f);
	for (int i = 0; i < n * n; i++) (*f)[i] = 1;
	double *other = malloc((size_t)n * n * sizeof *other);
	for (int i = 0; i < n * n; i++) other[i] = (*f)[n * n - 1 - i] + i;
	free(*f);
	*f = other;
}

static double *known;
static void shared(double **f, double **g, int n, int which)
{
	double *p = malloc((size_t)n * n * sizeof *p), *q = malloc((size_t)n * n * sizeof *q);
	for (int i = 0; i < n * n; i++) p[i] = i % 5, q[i] = i % 4;
	known = which ? p : q;
	known[n] = 100;
	*f = which ? q : p;
	*g = which ? p : q;
}

static int none(double **f, int n, int fail)
{
	*f = malloc((size_t)n * n * sizeof **f);
	for (int i = 0; i < n * n; i++) (*f)[i] = 3;
	if (!fail) return 0;
	free(*f);
	*f = NULL;
	return 1;
}

static void sized(double **f, int *rows, int n)
{
	*rows = n / 2;
	*f = malloc((size_t)*rows * n * sizeof **f);
	for (int i = 0; i < *rows * n; i++) (*f)[i] = i % 9;
}

static void exchange(field *f, field *g, int n)
{
	g->u = malloc((size_t)n * n * sizeof *g->u);
	for (int i = 0; i < n * n; i++) g->u[i] = i % 6;
	f->u = malloc((size_t)n * n * sizeof *f->u);
	for (int i = 0; i < n * n; i++) f->u[i] = g->u[n * n - 1 - i];
}

static double total(const double *m, int rows, int row)
{
	double sum = 0;
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < row; j++) sum += m[i * row + j] * (i % 3 + j % 2);
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, rows = n;
	double *a, *b, *c, *d, *e, *s;
	field x, y;
#pragma dist array a[n][n], b[n][n], c[n][n], d[n][n], e[n][n], s[rows][n], x.u[n][n]
#pragma dist distribute [block][*] :: a, b, d, e, s
#pragma dist distribute [*][block] :: c, x.u
	twice(&a, n);
	shared(&b, &c, n, 1);
	printf("%.12g %.12g %.12g %g\n", total(a, n, n), total(b, n, n), total(c, n, n), known[n]);
	shared(&b, &c, n, 0);
	printf("%.12g %.12g %.12g\n", total(b, n, n), total(c, n, n), total(known, n, n));
	int failed = none(&d, n, 1), made = none(&e, n, 0);
	printf("%d %d %d %.12g\n", failed, d == NULL, made, total(e, n, n));
	sized(&s, &rows, n);
	printf("%d %.12g\n", rows, total(s, rows, n));
	exchange(&x, &y, n);
	printf("%.12g %.12g\n", total(x.u, n, n), total(y.u, n, n));
	exchange(&y, &x, n);
	printf("%.12g %.12g\n", total(x.u, n, n), total(y.u, n, n));
	return 0;
}
