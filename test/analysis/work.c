// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s > %t.graph
// RUN: %python %S/Inputs/work.py %s < %t.graph
//
// Iterations, operations and memory of a process, derived by hand.
#include <math.h>

#define N 10
static double u[N][N], v[N][N], g[N][N], h[N][N], a[N][N], x[N], y[N];
static float f[N];
static int at[N];
#pragma dist distribute [block][*] :: u, v, a
#pragma dist distribute [block][block] :: g, h
#pragma dist distribute [block] :: x, y, f

// Five points.
void rows(void)
{
	// WORK 1 iterations: 8 * size(max(lo0, 1), min(hi0, 8))
	// WORK 1 each 0: 3 add, 1 multiply, 4 loads (32 bytes), 1 store (8 bytes)
	// WORK 1 bytes v: 64 * size(max(lo0, 1), min(hi0, 8))
	// WORK 1 bytes u: 80 * size(max(lo0, 1) - 1, min(hi0, 8) + 1) if size(max(lo0, 1), min(hi0, 8)) else 0
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

// Nine points on a grid of processes.
void grid(int n, int m)
{
	// WORK 2 iterations: size(max(lo0, 1), min(hi0, n - 2)) * size(max(lo1, 1), min(hi1, m - 2))
	// WORK 2 each 0: 7 add, 2 multiply, 8 loads (64 bytes), 1 store (8 bytes)
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			h[i][j] = 0.2 * (g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1]) +
			          0.05 * (g[i - 1][j - 1] + g[i - 1][j + 1] + g[i + 1][j - 1] + g[i + 1][j + 1]);
}

// The lower triangle.
void triangle(int n)
{
	// WORK 3 iterations: sum(i + 1 for i in range(max(lo0, 0), min(hi0, n - 1) + 1))
	// WORK 3 each 0: 1 add, 1 multiply, 1 load (8 bytes), 1 store (8 bytes)
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) a[i][j] = 2.0 * a[i][j] + 1.0;
}

// Points of one colour.
void colour(int n, int m, int c)
{
	// WORK 4 iterations: sum(len(range(1 + (abs(i + c) % 2) * (1 if i + c >= 0 else -1), m, 2)) for i in range(max(lo0, 1), min(hi0, n - 1) + 1))
	// WORK 4 each 0: 2 add, 1 multiply, 3 loads (24 bytes), 1 store (8 bytes)
	for (int i = 1; i < n; i++)
		for (int j = 1 + (i + c) % 2; j < m; j += 2) a[i][j] = 0.25 * (a[i][j] + a[i][j - 1] + a[i][j + 1]);
}

// A step of Gaussian elimination: the rows below row k.
void eliminate(int k, int n)
{
	// WORK 5 iterations: size(max(lo0, k + 1), min(hi0, n - 1)) * size(k, n - 1)
	// WORK 5 times 0: size(max(lo0, k + 1), min(hi0, n - 1))
	// WORK 5 each 0: 1 divide, 2 loads (16 bytes)
	// WORK 5 each 1: 1 add, 1 multiply, 2 loads (16 bytes), 1 store (8 bytes)
	for (int i = k + 1; i < n; i++) {
		double m = a[i][k] / a[k][k];
		for (int j = k; j < n; j++) a[i][j] -= m * a[k][j];
	}
}

// A stride, numbers of two sizes, functions of libm.
void third(int n)
{
	// WORK 6 iterations: len([i for i in range(0, n, 3) if lo0 <= i <= hi0])
	// WORK 6 each 0: 2 add, 1 divide, 1 square root, 1 libm call, 2 loads (12 bytes), 1 store (8 bytes)
	for (int i = 0; i < n; i += 3) x[i] = sqrt(x[i]) / (1 + f[i]) + sin(fabs(x[i]));
}

static double square(double s) { return s * s + 1.0; }
static void relax(double *p, int i)
{
	double s = p[i] + 1.0, t = s * 0.5;
	double w = t * t * t;
	p[i] = w - t;
}

// What called functions do, in the nest or beside it; subscripts are nothing, an index that is read is a load.
void calls(int n)
{
	// WORK 7 each 0: 2 add, 3 multiply, 1 load (8 bytes), 1 store (8 bytes)
	for (int i = 0; i < n; i++) relax(x, i);
	// WORK 8 each 0: 3 add, 2 multiply, 3 loads (20 bytes), 1 store (8 bytes)
	for (int i = 0; i < n; i++) y[i] += square(x[i] * 2.0) + at[i + 1];
}

// What the data decides is an estimate: as if the condition held, and a loop of unknown length ran once.
void decided(int n)
{
	// WORK 9 iterations: size(max(lo0, 0), min(hi0, n - 1))
	// WORK 9 each 0: 1 integer operation, 1 load (8 bytes)
	// WORK 9 each 1: 1 multiply, 1 integer operation, 1 load (8 bytes), 1 store (8 bytes), estimated
	// WORK 9 times 1: size(max(lo0, 0), min(hi0, n - 1))
	for (int i = 0; i < n; i++)
		if (x[i] > 0.5) x[i] = x[i] > 0.7 ? x[i] * x[i] : 0.0;
	// WORK 10 each 1: 1 add, 1 multiply, 1 load (8 bytes), 1 store (8 bytes)
	// WORK 10 times 1: size(max(lo0, 0), min(hi0, n - 1))
	for (int i = 0; i < n; i++) {
		double s = x[i];
		while (s > 1.0) {
			s *= 0.5;
			y[i] += s;
		}
	}
}
