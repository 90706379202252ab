// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 22 "for (i = 1; i <= i__1; ++i) i__2 = *m;": `x` is not used as the mapped array `b` with its 2
//              dimension(s), or not within its rows
//            "if (i < *n) a[i * columns + j] += 1, *count += 1;": elements are set one by one
// ARGS: 23 17
// ARGS: 2 1
// MAX-SLOW: 47
// Extents and bounds behind pointers to integers: in tables that were allocated, parameters by reference, members; where they stay as they are.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double *a, *b;
static int rows, columns;
#pragma dist array a[rows][columns], b[rows][columns]
#pragma dist distribute a[block][*]
#pragma dist align b[i][j] with a[i][j]
struct grid {
	int *n;
	long *shape;
};
static void set(const int *n, const int *m)
{
	for (int i = 0; i < *n; i++)
		for (int j = 0; j < *m; j++) a[i * *m + j] = i + 2 * j;
}
static void shift(const int *n, int level, const int *m, double *restrict to, const double *restrict from)
{
	for (int i = 1; i < n[level] - 1; i++)
		for (int j = 0; j < m[level + 1]; j++) to[i * m[level + 1] + j] = from[(i - 1) * m[level + 1] + j] + from[(i + 1) * m[level + 1] + j];
}
static void by_member(const struct grid *g)
{
	for (int i = 0; i < g->n[0]; i++)
		for (int j = 0; j < g->shape[1]; j++) a[i * g->shape[1] + j] += b[i * g->shape[1] + j];
}
/* subroutine */ int scale_(int *n, int *m, double *x, double *by)
{
	int i__1 = *n, i__2, i, j, dim = *m;
	x -= 1 + dim;
	for (i = 1; i <= i__1; ++i) {
		i__2 = *m;
		for (j = 1; j <= i__2; ++j) x[j + i * dim] *= *by;
	}
	return 0;
}
// Nothing is read behind a pointer that leads nowhere.
static void guarded(int on, const int *n, const int *far)
{
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			if (on) a[i * columns + j] += n[0] + far[0];
}
// These change.
static void counts(int *n, int *count)
{
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			if (i < *n) a[i * columns + j] += 1, *count += 1;
}
static int table[3];
static void alias(int *n, int by)
{
	for (int i = 0; i < rows; i++) {
		table[1] += by;
		for (int j = 0; j < columns; j++)
			if (j < n[1]) a[i * columns + j] -= 1;
	}
}
static void alias_variable(int *n)
{
	int seen = 0, *where = n ? n : &seen;
	for (int i = 0; i < rows; i++) {
		seen += 2;
		for (int j = 0; j < columns && j < *where; j++) a[i * columns + j] += 3;
	}
}
int main(int argc, char **argv)
{
	rows = argc > 1 ? atoi(argv[1]) : 11, columns = argc > 2 ? atoi(argv[2]) : 5;
	int *n = malloc(4 * sizeof *n);
	n[0] = n[1] = rows, n[2] = n[3] = columns;
	long *shape = malloc(2 * sizeof *shape);
	shape[0] = rows, shape[1] = columns;
	a = calloc(rows * columns, sizeof *a), b = calloc(rows * columns, sizeof *b);
	set(&rows, &columns);
	shift(n, 1, n + 1, b, a);
	struct grid g = {n, shape};
	by_member(&g);
	double by = 0.5;
	scale_(n, &n[2], b, &by);
	guarded(0, NULL, (const int *)16);
	guarded(1, n, n + 3);
	int count = 0;
	counts(&n[1], &count);
	table[1] = 1;
	alias(table, 1);
	alias_variable(NULL);
	alias_variable(n);
	double s = 0, t = 0;
	for (int i = 0; i < n[0]; i++)
		for (int j = 0; j < n[2]; j++) s += a[i * n[2] + j] * (i - j), t += b[i * n[2] + j] * i;
	printf("%g %g %d\n", s, t, count);
	free(a), free(b), free(n), free(shape);
	return 0;
}
