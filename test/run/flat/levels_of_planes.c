// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// FLAGS: -lm
// ARGS: 21 6 2
// ARGS: 2 5 1
// ARGS: 1 1 1
// MAX-SLOW: 0
// PER-STEP: procs=2 from="21 6 1" to="21 6 2" messages=4,4 bytes=384,384 collectives=0
// PER-STEP: procs=4 from="21 6 1" to="21 6 2" messages=4,8,8,4 bytes=384,768,768,384 collectives=0
// PER-STEP: procs=7 from="21 6 1" to="21 6 2" messages=4,8,8,8,8,8,4 bytes=384,768,768,768,768,768,384 collectives=0
// Arrays whose type has one dimension for two of those of their shape, f[9][n * m] or h[n * m][9]: an index that goes
// around in both directions of a plane, made of them, is two subscripts of the shape.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define LX 18
#define LY 14
#define AT(i, j) ((i) * LY + (j))

static double f[9][LX * LY], g[9][LX * LY], h[LX * LY][9];
#pragma dist array f[9][LX][LY], g[9][LX][LY], h[LX][LY][9]
#pragma dist distribute [*][block][*] :: f, g
#pragma dist distribute h[block][*][*]
static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

// Around the ends of both directions.
static void push(void)
{
	for (int x = 0; x < LX; x++)
		for (int y = 0; y < LY; y++) {
			int i = x * LY + y;
			double sum = 0;
			for (int q = 0; q < 9; q++) sum += f[q][i];
			for (int q = 0; q < 9; q++) {
				int xx = (x + ex[q] + LX) % LX, yy = (y + ey[q] + LY) % LY;
				g[q][xx * LY + yy] = f[q][i] - (f[q][i] - sum / 9) / 4;
			}
		}
}

static void push_cells(void)
{
	for (int x = 0; x < LX; x++)
		for (int y = 0; y < LY; y++)
			for (int q = 0; q < 9; q++) {
				int xx = (x + ex[q] + LX) % LX, yy = (y + ey[q] + LY) % LY;
				h[xx * LY + yy][q] = f[q][AT(x, y)] / 2;
			}
}

// A loop over all of a plane.
static void copy(void)
{
	for (int q = 0; q < 9; q++)
		for (int i = 0; i < LX * LY; i++) f[q][i] = g[q][i];
	memcpy(g[8], f[0], sizeof g[8]);
}

// In functions that are called.
static double mean(double (*v)[LX * LY], int i)
{
	double sum = 0;
	for (int q = 0; q < 9; q++) sum += v[q][i];
	return sum / 9;
}

static void scale(double *cell)
{
	for (int q = 0; q < 9; q++) cell[q] *= 1 + 0.25 * q;
}

static void set(double (*v)[LX * LY], int q, int x, int y, double value) { v[q][AT(x, y)] = value; }

static void by_calls(void)
{
	for (int x = 1; x < LX - 1; x++)
		for (int y = 0; y < LY; y++) set(g, 3, x, y, mean(f, AT(x - 1, y)) + mean(f, AT(x + 1, y)));
	for (int x = 0; x < LX; x++)
		for (int y = 0; y < LY; y++) scale(h[AT(x, y)]);
}

// Rows of any length, seen so by a function.
static void stream(int n, int m, double from[9][n * m], double to[9][n * m])
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			for (int q = 0; q < 9; q++)
				to[q][i * m + j] = from[q][(i - ex[q]) * m + j - ey[q]] + from[0][i * m + j] / 8;
}

static void stream_cells(int n, int m, double (*from)[9], double (*to)[9])
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			for (int q = 0; q < 9; q++) to[i * m + j][q] = from[(i - ex[q]) * m + j - ey[q]][q] / 2;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), steps = atoi(argv[3]);
	double *a = malloc(sizeof(double[9]) * n * m), *b = malloc(sizeof(double[9]) * n * m);
	double *c = malloc(sizeof(double[9]) * n * m), *d = malloc(sizeof(double[9]) * n * m), sum = 0;
#pragma dist array a[9][n][m], b[9][n][m], c[n][m][9], d[n][m][9]
#pragma dist distribute [*][block][*] :: a, b
#pragma dist distribute [block][*][*] :: c, d
	for (int q = 0; q < 9; q++)
		for (int x = 0; x < LX; x++)
			for (int y = 0; y < LY; y++) f[q][AT(x, y)] = q + 1 + 0.1 * sin(x * 0.4) * cos(y * 0.5);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int q = 0; q < 9; q++) {
				a[(q * n + i) * m + j] = q + i * j % 7, b[(q * n + i) * m + j] = i;
				c[(i * m + j) * 9 + q] = q - i * j % 5, d[(i * m + j) * 9 + q] = j;
			}
	push();
	copy();
	push_cells();
	by_calls();
	for (int t = 0; t < steps; t++) {
		stream(n, m, (double(*)[n * m])a, (double(*)[n * m])b);
		stream(n, m, (double(*)[n * m])b, (double(*)[n * m])a);
		stream_cells(n, m, (double(*)[9])c, (double(*)[9])d);
		stream_cells(n, m, (double(*)[9])d, (double(*)[9])c);
	}
	for (int q = 0; q < 9; q++)
		for (int x = 0; x < LX; x++)
			for (int y = 0; y < LY; y++)
				sum += f[q][AT(x, y)] * (q + 1) + h[AT(x, y)][q] * (x % 3) + g[q][AT(x, y)] * (y % 5);
	printf("%.5f", sum);
	for (int q = 0; q < 9; q++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				sum += a[(q * n + i) * m + j] * (j + 1) + c[(i * m + j) * 9 + q] * (i + q);
	printf(" %.5f\n", sum);
	return 0;
}
