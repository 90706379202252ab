// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Rows with halo cells, linearised by hand in functions that see a pointer only: the row length is a sum.
// MAX-SLOW: 0
// ARGS:
// ARGS: 5
// PER-STEP: procs=4 from="32 10" to="32 20" messages=2,4,4,2 collectives=0
#include <stdio.h>
#include <stdlib.h>
#define IX(i, j) ((i) * (m + 2) + (j))
#define IX3(k, j, i) (((k) * (ny + 2) + (j)) * (nx + 4) + (i))

static void step(int n, int m, double *restrict b, const double *restrict a)
{
	for (int i = 1; i <= n; i++)
		for (int j = 1; j <= m; j++)
			b[IX(i, j)] = 0.25 * (a[IX(i, j - 1)] + a[IX(i, j + 1)] + a[IX(i + 1, j)] + a[IX(i - 1, j)]);
}

static void step3(int nz, int ny, int nx, float *b, const float *a)
{
	for (int k = 1; k <= nz; k++)
		for (int j = 1; j <= ny; j++)
			for (int i = 1; i <= nx; i++)
				b[IX3(k, j, i + 1)] = a[IX3(k - 1, j, i + 1)] / 2 + a[IX3(k + 1, j, i + 1)] / 4 +
				                      a[IX3(k, j - 1, i)] / 8 + a[IX3(k, j + 1, i + 2)] / 8;
}

static void edges(int n, int m, double *a)
{
	for (int i = 0; i < n + 2; i++) {
		a[IX(i, 0)] = a[IX(i, 1)];
		a[IX(i, m + 1)] = a[IX(i, m)];
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 13, steps = argc > 2 ? atoi(argv[2]) : 4, m = n + 4, nx = 5, ny = 3;
	double *a, *b, s = 0;
	float *c, *d;
#pragma dist array a[n + 2][m + 2], b[n + 2][m + 2], c[n + 2][ny + 2][nx + 4], d[n + 2][ny + 2][nx + 4]
#pragma dist distribute [block][*] :: a, b
#pragma dist distribute [block][*][*] :: c, d
	a = malloc((n + 2) * (m + 2) * sizeof *a), b = malloc((n + 2) * (m + 2) * sizeof *b);
	c = malloc((n + 2) * (ny + 2) * (nx + 4) * sizeof *c), d = calloc((n + 2) * (ny + 2) * (nx + 4), sizeof *d);
	for (int i = 0; i < n + 2; i++)
		for (int j = 0; j < m + 2; j++) a[IX(i, j)] = i * j % 17, b[IX(i, j)] = 0;
	for (int k = 0; k < n + 2; k++)
		for (int j = 0; j < ny + 2; j++)
			for (int i = 0; i < nx + 4; i++) c[IX3(k, j, i)] = (k + 2 * j + 3 * i) % 16;
	for (int t = 0; t < steps; t++) {
		step(n, m, b, a);
		edges(n, m, b);
		step3(n, ny, nx, d, c);
		double *swap = a;
		a = b, b = swap;
		float *other = c;
		c = d, d = other;
	}
	for (int i = 0; i < n + 2; i++)
		for (int j = 0; j < m + 2; j++) printf("%g ", a[IX(i, j)]);
	for (int k = 0; k < n + 2; k++) printf("%g\n", c[IX3(k, 1, 2)] + c[IX3(k, ny, nx)]);
	return 0;
}
