// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 61 3
// ARGS: 3 4
// ARGS: 2 3
// ARGS: 1 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="61 4" to="61 8" messages=1,2 bytes=488,732 collectives=1
// PER-STEP: procs=4 from="61 4" to="61 8" messages=2,3,3,3 bytes=488,732,732,732 collectives=1
// PER-STEP: procs=7 from="61 4" to="61 8" messages=2,3,3,3,3,3,3 collectives=1
// Periodic neighbours by functions that work on any limits, take absolute values and end the program where they are given nonsense:
// one row from each side, and all meet once to see whether the program ends.
#include <stdio.h>
#include <stdlib.h>

static int lesser(int a, int b)
{
	int value;
	if (b < a) {
		value = b;
	} else {
		value = a;
	}
	return value;
}

static int greater(int a, int b) { return b < a ? a : b; }

static int remainder_above_0(int i, int n)
{
	int value;
	if (n == 0) {
		fprintf(stderr, "no remainder by %d\n", n);
		exit(1);
	}
	value = i % n;
	if (value < 0) value = value + abs(n);
	return value;
}

static int wrap(int i, int from, int to)
{
	int low, high, wide;
	low = lesser(from, to);
	high = greater(from, to);
	wide = high + 1 - low;
	if (wide == 1) return low;
	return low + remainder_above_0(i - low, wide);
}

static int distance(int i, int n) { return n - 1 - abs(i - (n - 1)); }

static void spread(int n, int m, const int *a, int *b)
{
	int below, above;
	for (int y = 0; y < n; y++) {
		below = wrap(y - 1, 0, n - 1);
		above = wrap(y + 1, 0, n - 1);
		for (int x = 0; x < m; x++) {
			int left = wrap(x - 1, 0, m - 1);
			b[x + y * m] = (a[x + below * m] + 2 * a[x + above * m] + 3 * a[left + y * m]) % 1009;
		}
	}
}

// The row above the last one is the one below it.
static void mirror(int n, int m, const int *a, int *b)
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < m; x++) b[y * m + x] = (a[distance(y + 1, n) * m + x] + a[y * m + x]) % 1009;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 61, steps = argc > 2 ? atoi(argv[2]) : 3, m = n;
	if (n < 2) m = 2;
	int *a = malloc(sizeof(int[n][m])), *b = malloc(sizeof(int[n][m])), *c = malloc(sizeof(int[n][m]));
#pragma dist array a[n][m], b[n][m], c[n][m]
#pragma dist distribute [block][*] :: a, b, c
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = (i * 7 + j * 3) % 11, b[i * m + j] = c[i * m + j] = 0;
	for (int t = 0; t < steps && n > 1; t++) {
		spread(n, m, a, b);
		mirror(n, m, b, c);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) a[i * m + j] = c[i * m + j];
	}
	long s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += a[i * m + j] * (long)(i + 2 * j + 1);
	printf("%ld\n", s);
}
