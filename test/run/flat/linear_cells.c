// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 12 7
// ARGS: 4 15
// MAX-SLOW: 0
// Cells of several values in flat order, (i * m + j) * 9 + k, and rows of twice a length, in functions that see no shape.
#include <stdio.h>
#include <stdlib.h>

static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

static void stream(int n, int m, const double *restrict f, double *restrict g)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			for (int k = 0; k < 9; k++) g[(i * m + j) * 9 + k] = f[((i - ey[k]) * m + j - ex[k]) * 9 + k];
}

static double collide(int n, int m, double *g)
{
	double all = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			double sum = 0;
			for (int k = 0; k < 9; k++) sum += g[9 * (i * m + j) + k];
			for (int k = 0; k < 9; k++) g[9 * (i * m + j) + k] += 0.5 * (sum / 9 - g[9 * (i * m + j) + k]);
			all += sum;
		}
	return all;
}

static void mirror(int n, int m, double *g)
{
	for (int j = 0; j < m; j++)
		for (int k = 0; k < 9; k++) {
			g[(0 * m + j) * 9 + k] = g[(1 * m + j) * 9 + k];
			g[((n - 1) * m + j) * 9 + k] = g[((n - 2) * m + j) * 9 + k];
		}
}

// Complex values as pairs of reals.
static void pairs(int n, int m, double *c)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			double re = c[2 * (i * m + j)], im = c[2 * (i * m + j) + 1];
			c[2 * (i * m + j)] = re * 0.5 - im;
			c[2 * (i * m + j) + 1] = re + im * 0.5;
		}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, m = argc > 2 ? atoi(argv[2]) : 7;
	double *f, *g, *c, sum = 0;
#pragma dist array f[n][m][9], g[n][m][9], c[n][2 * m]
#pragma dist distribute [block][*][*] :: f, g
#pragma dist distribute c[block][*]
	f = malloc(n * m * 9 * sizeof *f), g = malloc(n * m * 9 * sizeof *g), c = malloc(n * m * 2 * sizeof *c);
	for (int i = 0; i < n * m * 9; i++) f[i] = i % 11, g[i] = 1;
	for (int i = 0; i < n * m * 2; i++) c[i] = i % 7;
	for (int t = 0; t < 3; t++) {
		stream(n, m, f, g);
		sum += collide(n, m, g) * (t + 1);
		mirror(n, m, g);
		double *h = f;
		f = g, g = h;
		pairs(n, m, c);
	}
	for (int i = 0; i < n * m * 9; i++) sum += f[i] * (i % 5);
	for (int i = 0; i < n * m * 2; i++) sum += c[i] * (i % 3);
	printf("%.10g\n", sum);
	return 0;
}
