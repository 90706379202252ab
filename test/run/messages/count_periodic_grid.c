// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 60 3
// ARGS: 3 4
// ARGS: 2 3
// ARGS: 1 2
// ARGS: 19 2
// MAX-SLOW: 0
// On a grid of 2 x 2 the neighbours below and above are one process, and so are those at the sides, and all corners; of 3 x 2 those at the sides.
// PER-STEP: procs=2 from="60 4" to="60 8" messages=5 bytes=4800 collectives=0
// PER-STEP: procs=4 from="60 4" to="60 8" messages=13 bytes=4896 collectives=0
// PER-STEP: procs=6 from="60 4" to="60 8" messages=21 bytes=4096 collectives=0
// PER-STEP: procs=7 from="60 4" to="60 8" messages=10 bytes=4800 collectives=0
// Periodic neighbours on a grid of processes: one row from each side, one column, and the corners where they are used.
#include <stdio.h>
#include <stdlib.h>

#define N 60
static long c[N][N], d[N][N];
#pragma dist distribute [block][block] :: c, d

static const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

static void cross(int n, long (*a)[n], long (*b)[n])
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++)
			b[y][x] = (a[(y - 1 + n) % n][x] + 2 * a[(y + 1) % n][x] + 3 * a[y][(x + n - 1) % n] +
			                  5 * a[y][(x + 1) % n]) %
			          1009;
}

static void around(int n, long (*a)[n], long (*b)[n])
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			long s = 0;
			for (int j = -1; j <= 1; j++)
				for (int i = -1; i <= 1; i++)
					s += (3 * j + i + 5) * a[(y + j + n) % n][(x + i + n) % n];
			b[y][x] = s % 1009;
		}
}

static void directions(int n, long *a, long *b)
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			long s = 0;
			for (int k = 0; k < 9; k++) s += (k + 1) * a[(y + dy[k] + n) % n * n + (x + dx[k] + n) % n];
			b[y * n + x] = s % 1009;
		}
}

static void constant(void)
{
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++) {
			long s = 0;
			for (int k = 0; k < 9; k++) s += (k + 1) * c[(y + dy[k] + N) % N][(x + dx[k] + N) % N];
			d[y][x] = s % 1009;
		}
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++) {
			int up = y == 0 ? N - 1 : y - 1, down = y == N - 1 ? 0 : y + 1;
			int left = x == 0 ? N - 1 : x - 1, right = x == N - 1 ? 0 : x + 1;
			c[y][x] = (d[up][x] + 2 * d[down][x] + 3 * d[y][left] + 4 * d[y][right]) % 1009;
		}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 60, steps = argc > 2 ? atoi(argv[2]) : 3;
	long s = 0;
#pragma dist distribute [block][block] :: a, b
	long(*a)[n] = malloc(n * sizeof *a), (*b)[n] = malloc(n * sizeof *b);
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) a[y][x] = (7 * y + 3 * x) % 23, b[y][x] = 0;
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++) c[y][x] = (5 * y + 3 * x) % 29, d[y][x] = 0;
	for (int t = 0; t < steps; t++) {
		cross(n, a, b), around(n, b, a), directions(n, a[0], b[0]);
		constant();
		void *h = a;
		a = b, b = h;
	}
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) s += a[y][x] * (y % 13 + 1) * (x + 1);
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++) s += c[y][x] * (y % 13 + 1) * (x + 1);
	printf("%ld\n", s);
	return 0;
}
