// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare %s "--flags=-DFORMATS=[*][block]"
// ARGS: 13 9
// ARGS: 5 17
// ARGS: 2 3
// MAX-SLOW: 0
//
// Subscripts of memory that is linearised by hand: rows from an index array, periodic ones, mirrored ones, offsets of either sign in
// unsigned arithmetic.
#include <stdio.h>
#include <stdlib.h>

#ifndef FORMATS
#define FORMATS [block][*]
#endif

static void gather(int n, int m, const double *a, double *b, const int *north, const int *west)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			b[i * m + j] = a[north[i] * m + j] + 2 * a[i * m + west[j]] - a[i * m + j];
}

static void propagate(int nx, int ny, const double *from, double *to)
{
	for (int j = 0; j < ny; j++)
		for (int i = 0; i < nx; i++) {
			int n = (j + 1) % ny, e = (i + 1) % nx, s = j == 0 ? j + ny - 1 : j - 1;
			to[i + j * nx] = from[i + s * nx] * 2 + from[e + n * nx];
		}
}

static void mirror(int w, int h, const double *a, double *b)
{
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++) b[y * w + x] = a[y * w + (w - 1 - x)] - a[y * w + x];
}

static void gradient(size_t w, size_t h, const double *a, double *b)
{
	for (size_t y = 1; y + 1 < h; y++)
		for (size_t x = 1; x + 1 < w; x++) {
			double s = 0;
			for (int dy = -1; dy <= 1; dy++)
				for (int dx = -1; dx <= 1; dx++) s += (dx + 2 * dy) * a[(y + dy) * w + (x + dx)];
			b[y * w + x] = s;
		}
}

static void narrow(unsigned w, unsigned h, const double *a, double *b)
{
	for (unsigned y = 1; y < h; y++)
		for (unsigned x = 0; x < w; x++) {
			int up = -1;
			b[y * w + x] = b[y * w + x] + a[(y + up) * w + x];
		}
}

static void show(const char *name, int n, int m, const double *b)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += b[i * m + j] * (i * 3 + j % 5);
	printf("%s %g\n", name, sum);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 13, m = argc > 2 ? atoi(argv[2]) : 9;
	double *a = malloc(n * m * sizeof *a), *b = calloc(n * m, sizeof *b);
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute FORMATS :: a, b
	int *north = malloc(n * sizeof *north), *west = malloc(m * sizeof *west);
	for (int i = 0; i < n; i++) north[i] = i > 0 ? i - 1 : n - 1;
	for (int j = 0; j < m; j++) west[j] = j * 2 % m;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = i * j % 11;
	gather(n, m, a, b, north, west);
	show("gather", n, m, b);
	propagate(m, n, a, b);
	show("propagate", n, m, b);
	mirror(m, n, a, b);
	show("mirror", n, m, b);
	gradient(m, n, a, b);
	show("gradient", n, m, b);
	narrow(m, n, a, b);
	show("narrow", n, m, b);
	return 0;
}
