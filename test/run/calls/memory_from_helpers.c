// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 300
// RESIDENT: procs=2 args="3464 2" below_mb=135
// RESIDENT: procs=4 args="3464 2" below_mb=90
// RESIDENT: procs=7 args="3464 2" below_mb=70
//
// Memory that helpers allocate and set before the pointer with the directive receives it: each process touches its part
// only, of matrices of 96 MB, and of what is aligned with them.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	int n;
	double *a, *b;
#pragma dist array a[n][n], b[n][n]
#pragma dist distribute a[block][*]
#pragma dist align b[i][j] with a[i][j]
} pair;

static int n;
static double *of_file, *columns;
#pragma dist array of_file[n][n], columns[n][n]
#pragma dist distribute of_file[block][*], columns[*][block]

static double *cleared(size_t count)
{
	double *p = malloc(count * sizeof *p);
	if (!p) exit(3);
	for (size_t i = 0; i < count; i++) p[i] = 0;
	return p;
}

static double *wiped(size_t count)
{
	double *p = malloc(count * sizeof *p);
	memset(p, 0, count * sizeof *p);
	return p;
}

static double *zeroed(size_t count)
{
	double *p = calloc(count, sizeof *p);
	return p;
}

// A helper of a helper, which sets it once more.
static double *numbered(size_t count)
{
	double *p = cleared(count);
	for (size_t i = 0; i < count; i++) p[i] = p[i] + (double)i;
	return p;
}

static void fill_pair(pair *g, int rows)
{
	g->n = rows;
	g->a = cleared((size_t)rows * rows);
	g->b = wiped((size_t)rows * rows);
}

static double total(const double *m, int rows, int row)
{
	double sum = 0;
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < row; j++) sum += m[i * row + j] * (i % 3 + j % 2);
	return sum;
}

static double total_flat(const double *v, int count)
{
	double sum = 0;
	for (int i = 0; i < count; i++) sum += v[i] * (i % 3);
	return sum;
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 40;
	if (argc > 2) {
		of_file = numbered((size_t)n * n);
		columns = numbered((size_t)n * n);
		printf("%.12g %.12g\n", total(columns, n, n), total(of_file, n, n));
		return 0;
	}
	double *u = cleared((size_t)n * n), *v, *w = wiped((size_t)n * n), *flat;
#pragma dist array u[n][n], v[n][n], w[n][n], flat[n *n]
#pragma dist distribute [block][*] :: u, v
#pragma dist distribute flat[block]
#pragma dist align w[i][j] with u[i][j]
	v = zeroed((size_t)n * n);
	flat = numbered((size_t)n * n);
	of_file = numbered((size_t)n * n);
	columns = numbered((size_t)n * n);
	double *few = cleared(10);
	pair g = {.n = n};
	fill_pair(&g, n);
	pair own = {.n = n};
	own.a = numbered((size_t)own.n * own.n);
	own.b = cleared((size_t)own.n * own.n);
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++) {
			v[i * n + j] += of_file[(i - 1) * n + j] + of_file[(i + 1) * n + j];
			w[i * n + j] += u[i * n + j] + g.b[i * n + j] + 1;
			own.b[i * n + j] += own.a[i * n + j];
		}
	few[3] = 4;
	printf("%.12g %.12g %.12g %.12g %g\n", total(u, n, n), total(v, n, n), total(w, n, n), total(of_file, n, n),
	        few[3]);
	printf("%.12g %.12g\n", total(columns, n, n), total_flat(flat, n * n));
	printf("%.12g %.12g %.12g %.12g\n", total(g.a, n, n), total(g.b, n, n), total(own.a, n, n), total(own.b, n, n));
	return 0;
}
