// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 0
// PER-STEP: procs=2 from="4" to="8" messages=7 bytes=3584 collectives=0
// PER-STEP: procs=4 from="4" to="8" messages=16 bytes=3648 collectives=0
// PER-STEP: procs=7 from="4" to="8" messages=14 bytes=3584 collectives=0
// Periodic neighbours in both dimensions of a grid of processes, by masks, functions, conditions, variables and short
// loops: one row and one column from each side, and the corners where they are used. In a grid of 2 x 2 the process
// above is the one below, too.
#include <stdio.h>
#include <stdlib.h>

enum { N = 32 };
static long a[N][N], b[N][N];
#pragma dist distribute [block][block] :: a, b

static int prev(int i, int n) { return i == 0 ? n - 1 : i - 1; }

static int next(int i, int n) { return (i + 1) % n; }

static int wrap(int i, int n)
{
	if (i < 0) return i + n;
	if (i >= n) return i - n;
	return i;
}

#define STEP(name, up, down, left, right)                                                                              \
	static void name(long u[N][N], long v[N][N])                                                                   \
	{                                                                                                              \
		for (int y = 0; y < N; y++)                                                                            \
			for (int x = 0; x < N; x++)                                                                    \
				v[y][x] = (u[up][x] + 2 * u[down][x] + 3 * u[y][left] + 5 * u[y][right]) % 1009;       \
	}

STEP(rests, (y - 1 + N) % N, (y + 1) % N, (x + N - 1) % N, (x + 1) % N)
STEP(masks, (y - 1) & (N - 1), (y + 1) & (N - 1), (x - 1) & (N - 1), (x + 1) & (N - 1))
STEP(functions, prev(y, N), next(y, N), prev(x, N), next(x, N))
STEP(branches, wrap(y - 1, N), wrap(y + 1, N), wrap(x - 1, N), wrap(x + 1, N))

static void variables(long u[N][N], long v[N][N])
{
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++) {
			int up = y - 1, right = x + 1, down = y == N - 1 ? 0 : y + 1;
			if (up < 0) up = N - 1;
			if (right >= N) right -= N;
			v[y][x] = (2 * u[up][x] + 3 * u[down][x] + u[y][right] + u[y][x == 0 ? N - 1 : x - 1]) % 1009;
		}
}

static void around_masks(long u[N][N], long v[N][N])
{
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++) {
			long s = 0;
			for (int j = -1; j <= 1; j++)
				for (int i = -1; i <= 1; i++)
					if (i || j) s += (3 * j + i + 5) * u[(y + j) & (N - 1)][(x + i) & (N - 1)];
			v[y][x] = s % 1009;
		}
}

static void around_functions(long u[N][N], long v[N][N])
{
	static const int dx[8] = {1, 0, -1, 0, 1, -1, -1, 1}, dy[8] = {0, 1, 0, -1, 1, 1, -1, -1};
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++) {
			long s = 0;
			for (int k = 0; k < 8; k++) s += (k + 1) * u[wrap(y + dy[k], N)][wrap(x + dx[k], N)];
			v[y][x] = s % 1009;
		}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	long s = 0;
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++) a[y][x] = (7 * y + 3 * x) % 23, b[y][x] = 0;
	for (int t = 0; t < steps; t++) {
		rests(a, b), masks(b, a), functions(a, b), branches(b, a), variables(a, b);
		around_masks(b, a), around_functions(a, b);
		for (int y = 0; y < N; y++)
			for (int x = 0; x < N; x++) a[y][x] = b[y][x];
	}
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++) s += a[y][x] * (y % 13 + 1) * (x + 1);
	printf("%ld\n", s);
	return 0;
}
