// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// What functions compute is looked into as far as that ends: one that calls itself in the argument of one that returns
// an address, and a pointer in a pure function that is one of two, `p ?: g`.
// MAX-SLOW: 2
// BY-ALL: 200 loops whose calls are made one after the other
// FLAGS: -Wno-dist
#include <stdio.h>

#define N 100

static double a[N], b[N];
static double g[4] = {1, 2, 3, 4};
#pragma dist distribute [block] :: a, b

static int less(int n) { return n > 1 ? less(n - 1) + 1 : 0; }
static double *at(int i) { return &a[i]; }

static double pick(const double *p, int k)
{
	const double *q;
	q = p ?: g;
	return q[k];
}

int main(void)
{
	double w[4] = {5, 6, 7, 8}, s = 0;
	for (int i = 0; i < N; i++) *at(i) = 1;
	for (int i = 0; i < N; i++) *at(less(i)) = i;
	for (int i = 0; i < N; i++) b[i] = pick(i % 2 ? w : 0, i % 4);
	for (int i = 0; i < N; i++) s += a[i] * b[i];
	printf("%g\n", s);
	return 0;
}
