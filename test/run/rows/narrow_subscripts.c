// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Flat subscripts from numbers that wrap around: what holds of them without that is tested, and where it does not hold
// the element is the one that the source's own subscript names.
// MAX-SLOW: 6
// BY-ALL: 45 the loops whose numbers wrap around
// LOST: "this does not hold" numbers wrap around there
// ARGS: 160 421
// ARGS: 131 503
#include <stdio.h>
#include <stdlib.h>

static void bytes(int s, int n, long *g)
{
	for (int z = 0; z < n; z++) {
		unsigned char zz = z;
		for (int y = 0; y < s; y++) g[zz * s + y] += z + y;
	}
}

static void products(int s, int n, long *g)
{
	for (int z = 0; z < n; z++) {
		unsigned char row = z * s;
		for (int y = 0; y < s; y++) g[row + y] += z - y;
	}
	for (int z = 0; z < n; z++)
		for (int y = 0; y < s; y++) g[(unsigned short)(z * s * 100) / 100 + y] += 3 * z - y;
}

static void twice(int s, int n, long *g)
{
	for (int z = 0; z < n; z++) {
		unsigned char c = z * 2;
		int row = c * s;
		for (int y = 0; y < s; y++) g[row + y] += z + 2 * y;
	}
}

static void counter(int s, int n, long *g, unsigned short from)
{
	unsigned short row = from;
	for (int z = 0; z < n; z++) {
		row += s;
		for (int y = 0; y < s; y++) g[row + y] += z + y;
	}
}

static void below_zero(int s, int n, long *g, int first)
{
	unsigned row = (first - 1) * s;
	for (int z = first; z < n; z++) {
		row += s;
		for (int y = 0; y < s; y++) g[row + y] += z + y;
	}
}

static long sum(int s, int n, const long *g)
{
	long t = 0;
	for (int i = 0; i < n * s; i++) t += g[i] * (i % 7);
	return t;
}

int main(int argc, char **argv)
{
	int s = atoi(argv[1]), n = atoi(argv[2]);
	long *g = calloc((size_t)n * s, sizeof *g);
	long *h = calloc((size_t)n * s, sizeof *h);
#pragma dist array g[n][s]
#pragma dist distribute g[block][*]
#pragma dist array h[n][s]
#pragma dist distribute h[block][block]
	for (int k = 0; k < 2; k++) {
		long *a = k ? h : g;
		bytes(s, n, a);
		printf("%ld\n", sum(s, n, a));
		products(s, n, a);
		printf("%ld\n", sum(s, n, a));
		twice(s, n, a);
		printf("%ld\n", sum(s, n, a));
		counter(s, 30, a, 65536 - 20 * s);
		printf("%ld\n", sum(s, n, a));
		below_zero(s, n, a, 0);
		below_zero(s, n, a, 3);
		printf("%ld\n", sum(s, n, a));
	}
	return 0;
}
