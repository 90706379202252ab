// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 24 10
// ARGS: 5 3
// MAX-SLOW: 100
// BY-ALL: 85 only rows of s are where its shape says
// UNHEEDED: t its rows are in another order
// UNHEEDED: v where the pointer to its first row stands is not known when that row is allocated
// UNHEEDED: w its rows lie in an array of another kind
// UNHEEDED: row whether there is an object is asked behind the allocation
//
// Rows that variables hold, where the vector that gets them, or the place in it, is known only later, or the memory is
// not what it seems to be.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct grid {
	int m, n;
	double **row;
#pragma dist array row[m][n]
#pragma dist distribute row[block][*]
};

static double pool[4000];
static int used;

static double *from_pool(int n)
{
	used += n + 3;
	return pool + used - n;
}

// The object is asked for behind the row's allocation.
static int add(struct grid *g, int i)
{
	double *row = calloc(4, sizeof *row);
	if (!g || !row) {
		free(row);
		return 0;
	}
	g->row[i] = row;
	return 1;
}

static double total(double **a, int m, int n)
{
	double s = 0;
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) s += a[i][j] * (1 + i % 3 + j % 5);
	return s;
}

static void fill(double **a, int m, int n, int k)
{
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) a[i][j] = k * i - j;
}

int main(int argc, char **argv)
{
	int m = argc > 1 ? atoi(argv[1]) : 12, n = argc > 2 ? atoi(argv[2]) : 8;
	double **s, **t, **v, **w, **other = malloc(m * sizeof *other);
#pragma dist array s[m][n], t[m][n], v[m][n], w[m][n]
#pragma dist distribute[block][*] ::s, t, v, w
	struct grid g = {m, 4, NULL};
	s = malloc(m * sizeof *s), t = malloc(m * sizeof *t), w = malloc(m * sizeof *w);
	v = NULL;
	for (int i = 0; i < m; i++) {
		double *row = malloc(n * sizeof *row);
		s[i] = row;
		other[i] = row;
	}
	for (int i = 0; i < m; i++) {
		double *row = malloc(n * sizeof *row);
		t[m - 1 - i] = row;
	}
	for (int i = 0; i < m; i++) {
		double *row = malloc(n * sizeof *row);
		if (i == 0) v = malloc(m * sizeof *v);
		memset(row, 0, n * sizeof *row);
		v[i] = row;
	}
	for (int i = 0; i < m; i++) {
		double *row = from_pool(n);
		w[i] = row;
	}
	g.row = malloc(m * sizeof *g.row);
	int added = 0;
	for (int i = 0; i < m; i++) added += add(&g, i) + add(i % 2 ? NULL : &g, i);
	printf("%d\n", added);
	fill(s, m, n, 1), fill(t, m, n, 2), fill(v, m, n, 3), fill(w, m, n, 4), fill(g.row, m, 4, 5);
	for (int i = 0; i < m; i++) other[i][0] += 1;
	printf("%g %g %g %g %g %g\n", total(s, m, n), total(t, m, n), total(v, m, n), total(w, m, n),
	        total(g.row, m, 4), total(other, m, n));
	double *big = realloc(s[1], 2 * n * sizeof *big);
	big[2 * n - 1] = 7;
	s[1] = big;
	printf("%g %g\n", total(s, m, n), s[1][2 * n - 1]);
	for (int i = 0; i < m; i++) free(s[i]), free(t[i]), free(v[i]);
	return 0;
}
