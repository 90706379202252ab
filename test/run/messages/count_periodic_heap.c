// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 61 3
// ARGS: 3 4
// ARGS: 2 3
// ARGS: 1 2
// ARGS: 48 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="61 4" to="61 8" messages=9 bytes=9360 collectives=0
// PER-STEP: procs=4 from="61 4" to="61 8" messages=18 bytes=9360 collectives=0
// PER-STEP: procs=7 from="61 4" to="61 8" messages=18 bytes=9360 collectives=0
// Periodic neighbours by extents that are variables, in all kinds of memory: one row from each side.
#include <stdio.h>
#include <stdlib.h>

static const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

static int prev(int i, int n) { return i > 0 ? i - 1 : n - 1; }

static int next(int i, int n) { return i < n - 1 ? i + 1 : 0; }

static int idx(int y, int x, int m) { return y * m + x; }

static void rest(int n, int m, long (*a)[m], long (*b)[m])
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < m; x++)
			b[y][x] = (a[(y - 1 + n) % n][x] + 2 * a[(y + 1) % n][x] + 3 * a[y][(x + 1) % m]) % 1009;
}

static void short_loops(int n, int m, long (*a)[m], long (*b)[m])
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < m; x++) {
			long s = 0;
			for (int j = -1; j <= 1; j++)
				for (int i = -1; i <= 1; i++)
					s += (3 * j + i + 5) * a[(y + j + n) % n][(x + i + m) % m];
			b[y][x] = s % 1009;
		}
}

static void directions(int n, int m, long (*a)[m], long (*b)[m])
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < m; x++) {
			long s = 0;
			for (int k = 0; k < 9; k++) s += (k + 1) * a[(y + dy[k] + n) % n][(x + dx[k] + m) % m];
			b[y][x] = s % 1009;
		}
}

static void flat(int n, int m, const long *a, long *b)
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < m; x++) {
			long s = 0;
			for (int j = -1; j <= 1; j++)
				for (int i = -1; i <= 1; i++)
					s += (3 * j + i + 5) * a[(y + j + n) % n * m + (x + i + m) % m];
			b[y * m + x] = s % 1009;
		}
}

static void flat_rows(int n, int m, const long *a, long *b)
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < m; x++) {
			int up = (y == 0 ? n - 1 : y - 1) * m, down = (y == n - 1 ? 0 : y + 1) * m;
			int left = x == 0 ? m - 1 : x - 1;
			b[y * m + x] = (a[up + x] + 2 * a[down + x] + 3 * a[y * m + left]) % 1009;
		}
}

static void flat_function(int n, int m, const long *a, long *b)
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < m; x++)
			b[idx(y, x, m)] = (a[idx(prev(y, n), x, m)] + 2 * a[idx(next(y, n), x, m)] +
			                          3 * a[idx(y, prev(x, m), m)]) %
			                  1009;
}

static void choices(int n, int m, long **a, long **b)
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < m; x++)
			b[y][x] = (a[y == 0 ? n - 1 : y - 1][x] + 2 * a[y == n - 1 ? 0 : y + 1][x] +
			                  3 * a[y][(x + 1) % m]) %
			          1009;
}

static void row_loops(int n, int m, long **a, long **b)
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < m; x++) {
			long s = 0;
			for (int j = -1; j <= 1; j++)
				for (int i = -1; i <= 1; i++)
					s += (3 * j + i + 5) * a[(y + j + n) % n][(x + i + m) % m];
			b[y][x] = s % 1009;
		}
}

static void far(int n, int m, long **a, long **b)
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < m; x++)
			b[y][x] = (a[(y - 1 + n) % n][x] + 2 * a[next(y, n)][x] + a[prev(y, n)][(x + 2) % m]) % 1009;
}

static long **rows(int n, int m)
{
	long **p = malloc(n * sizeof *p);
	for (int y = 0; y < n; y++) p[y] = malloc(m * sizeof **p);
	return p;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 61, m = n + 4, steps = argc > 2 ? atoi(argv[2]) : 3;
	long s = 0;
	long(*a)[m], (*b)[m], *f, *g, **p, **q;
#pragma dist array a[n][m], b[n][m], f[n][m], g[n][m], p[n][m], q[n][m]
#pragma dist distribute [block][*] :: a, b, f, g, p, q
	a = malloc(n * sizeof *a), b = malloc(n * sizeof *b);
	f = malloc(n * m * sizeof *f), g = malloc(n * m * sizeof *g);
	p = rows(n, m), q = rows(n, m);
	for (int y = 0; y < n; y++)
		for (int x = 0; x < m; x++) {
			a[y][x] = f[y * m + x] = p[y][x] = (7 * y + 3 * x) % 23;
			b[y][x] = g[y * m + x] = q[y][x] = 0;
		}
	for (int t = 0; t < steps; t++) {
		rest(n, m, a, b), short_loops(n, m, b, a), directions(n, m, a, b);
		flat(n, m, f, g), flat_rows(n, m, g, f), flat_function(n, m, f, g);
		choices(n, m, p, q), row_loops(n, m, q, p), far(n, m, p, q);
		void *h = a;
		a = b, b = h;
		h = f, f = g, g = h;
		h = p, p = q, q = h;
	}
	for (int y = 0; y < n; y++)
		for (int x = 0; x < m; x++) s += (a[y][x] + 3 * f[y * m + x] + 5 * p[y][x]) * (y % 13 + 1) * (x + 1);
	printf("%ld\n", s);
	return 0;
}
