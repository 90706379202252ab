// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
//
// Functions that choose and compute subscripts, in one statement and in several, called by each other; where inner dimensions are split too.
#include <stddef.h>
#include <stdio.h>

#define N 50
#define M 8
static double a[N][M], b[N][M], c[N][N], d[N][N], f[N * M], g[N * M];
static int lag = 1;
#pragma dist distribute[block][*] ::a, b
#pragma dist distribute[block][block] ::c, d
#pragma dist array f[N][M], g[N][M]
#pragma dist distribute[block][*] ::f, g

static double at(double x[][M], int i, int j) { return x[i][j]; }
static int clamp(int i, int lo, int hi) { return i < lo ? lo : i > hi ? hi : i; }
static int wrap(int i) { return (i + N) % N; }
static inline size_t idx(int i, int j) { return (size_t)i * M + j; }
static int idx_of(int i, int j, int m)
{
	int k = i * m;
	return k + j;
}

static int clamped(int i, int lo, int hi)
{
	int at;
	if (i < lo) return lo;
	if (i > hi)
		at = hi;
	else
		at = i;
	return at;
}

static int before(int i) { return i - lag; }

static int near(int i, int by)
{
	if (by == 0) return i;
	return clamp(wrap(i + by), 0, N - 1);
}

// Its `lag` is another one.
static void shift(int lag)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 0; j < M; j++) g[idx(i, j)] = lag * f[idx(before(i), j)] + f[idx_of(i + 1, j, M)];
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i * 3 + j, f[idx(i, j)] = i + 2 * j;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) c[i][j] = i * j % 7;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) b[i][j] = at(a, i > 0 ? i - 1 : N - 1, j);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = b[clamp(i + 1, 0, N - 1)][j] + b[clamped(i - 1, 0, N - 1)][j];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) b[i][j] = a[clamped(i + 1, 0, N - 1)][clamped(j - 1, 0, M - 1)];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = b[near(i, -1)][j] + b[near(i, 1)][j] + b[near(i, 0)][j];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			d[i][j] = c[clamped(i - 1, 0, N - 1)][wrap(j + 1)] + c[near(i, 1)][clamp(j - 2, 0, N - 1)];
	shift(5);
	for (int i = 1; i < N; i++)
		for (int j = 0; j < M; j++) b[i][j] += a[before(i)][j];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			int k = idx_of(i, j, M);
			f[k] = g[k] + 1;
		}

	double s = 0, t = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) s += a[i][j] * (j + 1) + f[idx(i, j)] + b[i][j];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) t += d[i][j] * (i + 2 * j);
	printf("%.10g %.10g\n", s, t);
	return 0;
}
