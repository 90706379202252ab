// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 63
// UNHEEDED: l its rows are of other lengths
// UNHEEDED: all it has one row only
// BY-ALL: 83 "for (int i = k + 1; i < n; i++) for (int j = 0; j < m; j++)...": the rows of `a` are not where its
//              shape says, or are those of several arrays
//            "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i...": the rows of `a` are not
//              where its shape says, or are those of several arrays
//            "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) to[...": the rows of `from` are
//              not where its shape says, or are those of several arrays
//            "for (int k = 0; k < n * m; k++) sum += c[0][k];": `c` is not used as the mapped array `c`
//              with its 2 dimension(s), or not within its rows
// ARGS: 13 7
// ARGS: 4 3
// Rows that are not where the shape says: swapped, of another array, of unequal length, of memory that is not mapped.
#include <stdio.h>
#include <stdlib.h>

static void show(const char *name, double **a, int n, int m)
{
	printf("%s\n", name);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) printf("%g ", a[i][j]);
		puts("");
	}
}

static void scale(double **a, int n, int m, double by)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] *= by;
}

static void add(double **to, double **from, int n, int m)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) to[i][j] += from[i][j];
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 11, m = argc > 2 ? atoi(argv[2]) : 6;
	double **a = malloc(n * sizeof *a), **b = malloc(n * sizeof *b);
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute a[block][*]
#pragma dist distribute b[*][block]
	for (int i = 0; i < n; i++) a[i] = malloc(m * sizeof **a), b[i] = malloc(m * sizeof **b);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			a[i][j] = i + 100 * j;
			b[i][j] = -i - 100 * j;
		}
	// Elimination with rows that are swapped by their pointers.
	for (int k = 0; k < n && k < m; k++) {
		int p = k;
		for (int i = k; i < n; i++)
			if (a[i][k] > a[p][k]) p = i;
		double *t = a[k];
		a[k] = a[p];
		a[p] = t;
		for (int i = k + 1; i < n; i++)
			for (int j = 0; j < m; j++) a[i][j] = a[i][j] - (j % 3) * a[k][j];
	}
	show("pivot", a, n, m);
	// Rows of one array in the other.
	double *t = a[1];
	a[1] = b[2];
	b[2] = t;
	scale(a, n, m, 2);
	add(a, b, n, m);
	add(b, a, n, m);
	show("a", a, n, m);
	show("b", b, n, m);
	// Pointers to rows of mapped arrays in an array that no directive names.
	double *some[3] = {a[0], b[0], a[1]};
	scale(some, 3, m, 0.5);
	add(some, b, 2, m);
	show("some", some, 3, m);
	// Rows of unequal length.
	double **l = malloc(n * sizeof *l);
#pragma dist array l[n][n]
#pragma dist distribute l[block][*]
	for (int i = 0; i < n; i++) l[i] = malloc((i + 1) * sizeof **l);
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) l[i][j] = i * j;
	for (int i = 1; i < n; i++)
		for (int j = 0; j < i; j++) l[i][j] += l[i - 1][j];
	for (int i = 0; i < n; i++) printf("%g%c", l[i][i / 2], i + 1 < n ? ' ' : '\n');
	// One row for all.
	double *one = calloc(m, sizeof *one), **all = malloc(n * sizeof *all);
#pragma dist array all[n][m]
#pragma dist distribute all[block][*]
	for (int i = 0; i < n; i++) all[i] = one;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) all[i][j] += 1;
	printf("%g %g\n", one[0], one[m - 1]);
	// A row that gets another length.
	a[n - 1] = realloc(a[n - 1], 2 * m * sizeof **a);
	for (int j = 0; j < m; j++) a[n - 1][m + j] = a[n - 1][j] + 1;
	scale(a, n, m, 3);
	for (int j = 0; j < 2 * m; j++) printf("%g ", a[n - 1][j]);
	puts("");
	// a[0][k] beyond the row.
	double **c = malloc(n * sizeof *c);
#pragma dist array c[n][m]
#pragma dist distribute c[block][*]
	c[0] = malloc(n * m * sizeof **c);
	for (int i = 1; i < n; i++) c[i] = c[0] + i * m;
	for (int k = 0; k < n * m; k++) c[0][k] = k;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) c[i][j] += 1;
	double sum = 0;
	for (int k = 0; k < n * m; k++) sum += c[0][k];
	printf("%g %g\n", sum, c[n - 1][m - 1]);
	return 0;
}
