// SPDX-License-Identifier: Apache-2.0
//
// Nothing differs but by rounding: rows that a helper allocates, elements of several members, a solver whose residual becomes small.
// With an argument one row goes wrong on many processes.
#include <stdio.h>
#include <stdlib.h>

struct cell {
	double x;
	float y[2];
	char c;
};

enum { CELLS = 50, N = 24 };
static struct cell cell[CELLS];
static double r[N][N], p[N][N], q[N][N];
static int count[CELLS];
#pragma dist distribute [block] :: cell, count
#pragma dist distribute [block][*] :: r, p, q

static double **alloc2d(int n, int m)
{
	double **a = malloc(n * sizeof *a);
	a[0] = malloc((size_t)n * m * sizeof **a);
	for (int i = 1; i < n; i++) a[i] = a[0] + (size_t)i * m;
	return a;
}

static void step(double **to, double **from, int n, int m)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) to[i][j] = from[i][j] + i - j;
}

static void scale_cells(void)
{
	double s = 0;
	for (int i = 0; i < CELLS; i++) {
		cell[i].x = 1.0 / (i + 1), cell[i].y[1] = i;
		s += cell[i].x;
	}
	for (int i = 0; i < CELLS; i++) cell[i].x /= s, cell[i].c = 'a' + i % 26;
}

// Conjugate gradients.
static int solve(void)
{
	double rr = 0;
	int iterations = 0;
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) {
			r[i][j] = p[i][j] = (i * 7 + j * 3) % 11 - 4.9;
			rr += r[i][j] * r[i][j];
		}
	for (double first = rr; rr > 1e-26 * first && iterations < 200; iterations++) {
		double pq = 0, old = rr;
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) {
				q[i][j] = 4 * p[i][j] - p[i - 1][j] - p[i + 1][j] - p[i][j - 1] - p[i][j + 1];
				pq += p[i][j] * q[i][j];
			}
		double alpha = rr / pq;
		rr = 0;
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) {
				r[i][j] -= alpha * q[i][j];
				rr += r[i][j] * r[i][j];
			}
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) p[i][j] = r[i][j] + rr / old * p[i][j];
	}
	return iterations;
}

int main(int argc, char **argv)
{
	(void)argv;
	int n = 20, m = 10;
	double **a, **b;
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [block][*] :: a, b
	a = alloc2d(n, m);
	b = alloc2d(n, m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = i * j % 7;
	step(b, a, n, m);
	step(a, b, n, m);
	scale_cells();
	int iterations = solve();
	if (argc > 1)
#pragma dist independent
		for (int i = 0; i < CELLS; i++) {
			cell[i].y[1] = cell[(i + 13) % CELLS].y[1] + 1;
			count[i]++;
		}
	printf("%g %g %d %g\n", a[3][4], cell[7].x, iterations, cell[9].y[1]);
	return 0;
}
