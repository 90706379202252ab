// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 24 20 4 3
// ARGS: 9 14 5 2
// ARGS: 33 7 3 2
// ARGS: 10 12 40 2
// ARGS: 63 24 6 3
// BY-ALL: 15 the corners of the blocks, in loops of blocks that all count
// PER-STEP: procs=2 from="64 24 5 10" to="64 24 5 20" messages=2 bytes=384 collectives=0
// PER-STEP: procs=4 from="64 24 5 10" to="64 24 5 20" messages=2,4,4,2 bytes=384,768,768,384 collectives=0
// PER-STEP: procs=7 from="64 24 5 10" to="64 24 5 20" messages=2,4,4,4,4,4,2 collectives=0
// Blocks of a size that only the run knows, counted by one variable for rows and columns, by one for each, of a
// triangle, upward and downward; of a size that a product is. Each of these is one loop, of which each process runs
// the blocks that it owns rows of.
#include <stdio.h>
#include <stdlib.h>

#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

static void one_counter(int n, int m, int size, const double *a, double *b)
{
	int across = (m + size - 1) / size, blocks = (n + size - 1) / size * across;
	for (int c = 0; c < blocks; c++) {
		int top = size * (c / across), left = size * (c % across);
		int bottom = SMALLER(top + size, n), right = SMALLER(left + size, m);
		if (top == 0) {
			for (int j = left; j < right; j++) b[j] = a[j];
			top++;
		}
		for (int i = top; i < bottom; i++)
			for (int j = left; j < right; j++)
				b[i * m + j] = i < n - 1 ? (a[(i - 1) * m + j] + a[(i + 1) * m + j]) / 2 : a[i * m + j];
	}
}

static void two_counters(int n, int m, int size, const double *a, double *b)
{
	for (int bi = 0; bi < (n + size - 1) / size; bi++)
		for (int bj = (m + size - 1) / size - 1; bj >= 0; bj--)
			for (int i = bi * size; i < (bi + 1) * size && i < n; i++)
				for (int j = bj * size; j < m && j < (bj + 1) * size; j++) {
					double above = i > 0 ? a[(i - 1) * m + j] : 0, below = i < n - 1 ? a[(i + 1) * m + j] : 0;
					b[i * m + j] = a[i * m + j] / 2 + (above + below) / 4;
				}
}

// Blocks that are full, of rows of an array of two dimensions: those on and below the diagonal. What is added tells the
// block.
static void triangle(int n, int m, int size, double (*a)[m])
{
	int blocks = SMALLER(n, m) / size;
	for (int bi = 0; bi != blocks; bi++)
		for (int bj = 0; bj <= bi; bj++)
			for (int i = 0; i < size; i++)
				for (int j = 0; j < size; j++) {
					if (bi == bj && j > i) break;
					if (bi < blocks - 1) a[size * bi + i][size * bj + j] += bi * 3 + bj;
				}
}

static void by_product(int n, int m, int size, const double *a, double *b)
{
	int of = 2;
	for (unsigned c = 0; c <= (unsigned)(n / (size * of)); c++)
		for (int i = (int)c * size * of; i < n && i < (int)c * size * of + size * of; i++)
			for (int j = 0; j < m; j++) b[i * m + j] += a[i * m + j] / 8;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, m = argc > 2 ? atoi(argv[2]) : 20;
	int size = argc > 3 ? atoi(argv[3]) : 4, steps = argc > 4 ? atoi(argv[4]) : 3;
	double *a, *b;
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [block][*] :: a, b
	a = malloc(sizeof *a * n * m);
	b = malloc(sizeof *b * n * m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = (7 * i + 3 * j) % 11;
	for (int t = 0; t < steps; t++) {
		one_counter(n, m, size, a, b);
		triangle(n, m, size, (double (*)[m])b);
		two_counters(n, m, size, b, a);
		by_product(n, m, size, b, a);
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) printf("%g%c", a[i * m + j], j < m - 1 ? ' ' : '\n');
	free(a), free(b);
	return 0;
}
