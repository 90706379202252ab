// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 3 "for (int i = 0; i < N; i++) if (a[i] == 2) return i;": the body leaves the nest
//            "assert(a[1] == 5 && a[N - 1] == (5 * (N - 1)) % N);": elements are read one by one
//            "printf("%d %d\n", best, LARGER(a[2], b[N - 1]));": elements are read one by one
// MAX-SLOW: 1
// Elements in assert and in statement expressions.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define N 13
#define LARGER(x, y) ({ __typeof__(x) left = (x), right = (y); left > right ? left : right; })

static int a[N], b[N];
#pragma dist distribute [block] :: a, b

typedef struct grid {
	int n, m;
	double *v;
} grid;
static grid g, h;
#pragma dist array g.v[g.n][g.m], h.v[h.n][h.m]
#pragma dist distribute [block][*] :: g.v, h.v

// As many a program has its elements.
static inline double *at(grid *x, int i, int j)
{
	assert(x);
	assert(i >= 0 && i < x->n);
	assert(j >= 0 && j < x->m);
	return &x->v[i * x->m + j];
}
static inline double get(const grid *x, int i, int j)
{
	assert(x && i >= 0 && i < x->n);
	return x->v[i * x->m + j];
}

// What stands behind the way out is not asked for iterations that are not come to.
static int search(void)
{
	for (int i = 0; i < N; i++) {
		if (a[i] == 2) return i;
		assert(i < 9);
	}
	return -1;
}

static double smooth(void)
{
	double sum = 0;
	g.n = h.n = 20, g.m = h.m = 10;
	g.v = malloc(200 * sizeof *g.v);
	h.v = malloc(200 * sizeof *h.v);
	for (int i = 0; i < 20; i++)
		for (int j = 0; j < 10; j++) *at(&g, i, j) = i + j, *at(&h, i, j) = 0;
	for (int i = 1; i < 19; i++)
		for (int j = 1; j < 9; j++) {
			assert(g.v[(i + 1) * g.m + j] > 1);
			*at(&h, i, j) = get(&g, i - 1, j) + get(&g, i + 1, j) + *at(&g, i, j - 1);
		}
	for (int i = 1; i < 19; i++)
		for (int j = 1; j < 9; j++) {
			assert(get(&h, i, j) > 0);
			sum += get(&h, i, j);
		}
	free(g.v);
	free(h.v);
	return sum;
}

int main(void)
{
	for (int i = 0; i < N; i++) a[i] = (i * 5) % N;
	assert(a[1] == 5 && a[N - 1] == (5 * (N - 1)) % N);
	for (int i = 1; i < N; i++) b[i] = LARGER(a[i], a[i - 1]);
	int best = 0;
	for (int i = 0; i < N; i++) {
		assert(a[i] >= 0);
		best = LARGER(best, a[i]);
	}
	printf("%g %d\n", smooth(), search());
	printf("%d %d\n", best, LARGER(a[2], b[N - 1]));
	for (int i = 0; i < N; i++) printf("%d ", b[i]);
	printf("\n");
	return ({ int k = a[3]; k; }) == 2 ? 0 : 3;
}
