// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 24 20 3
// ARGS: 9 14 2
// ARGS: 3 33 2
// ARGS: 2 3 2
// ARGS: 64 24 3
// MAX-SLOW: 0
// BY-ALL: 3 the corners of the blocks of a last row that is not full, of which there are few
// PER-STEP: procs=2 from="64 24 10" to="64 24 20" messages=3 bytes=560 collectives=0
// PER-STEP: procs=4 from="64 24 10" to="64 24 20" messages=3,6,6,3 bytes=560,1120,1120,560 collectives=0
// PER-STEP: procs=7 from="64 24 10" to="64 24 20" messages=3,6,6,6,6,6,3 collectives=0
// Loops over blocks that count rows and columns of blocks by one variable: blocks that go over the edge, a last row of
// blocks that is not full, blocks at the border that are left by `continue`, pragmas in front. Each step is three
// loops, of which each needs a row from either side.
#include <stdio.h>
#include <stdlib.h>

#define BS 4
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

static int in_row;

static void smooth(int n, int m, const double *a, double *b)
{
	int c;
	int across = (m + BS - 1) / BS, blocks = (n + BS - 1) / BS * across;
#pragma omp parallel for private(c) \
        schedule(static)
	for (c = 0; c < blocks; ++c) {
		int top = BS * (c / across), left = BS * (c % across);
		int bottom = top + BS > n ? n : top + BS, right = left + BS > m ? m : left + BS;
		for (int i = top; i < bottom; i++)
			for (int j = left; j < right; j++)
				b[i * m + j] = i > 0 && i < n - 1 ? (a[(i - 1) * m + j] + a[(i + 1) * m + j]) / 2
				                                  : a[i * m + j];
	}
	if (c != blocks) printf("%d of %d\n", c, blocks);
}

// Blocks at the border are done in another way.
static void borders(int n, int m, const double *a, double *b)
{
	unsigned across = (unsigned)(m + BS - 1) / BS, last = (unsigned)((n + BS - 1) / BS) * across - 1;
	for (unsigned c = 0; c <= last; c += 1) {
		int i, j, bottom, right, top = (int)(c / across) * BS, left = (int)(c % across * BS);
		bottom = SMALLER(top + BS, n), right = SMALLER(left + BS, m);
		if (top == 0 || left == 0 || bottom == n || right == m) {
			for (i = top; i < bottom; i++)
				for (j = left; j < right; j++) {
					double up = i > 0 ? a[(i - 1) * m + j] : 0;
					double down = i < n - 1 ? a[(i + 1) * m + j] : 0;
					b[i * m + j] = (up + down) / 4 + a[i * m + j] / 2;
				}
			continue;
		}
		for (i = top; i < bottom; i++)
			for (j = left; j < right; j++)
				b[i * m + j] = (a[(i - 1) * m + j] + 2 * a[i * m + j] + a[(i + 1) * m + j]) / 4;
	}
}

// The last blocks of the last row are left as they are.
static void most(int n, int m, const double *a, double *b)
{
	in_row = (m + BS - 1) / BS;
	int blocks = (n + BS - 1) / BS * in_row - 2;
#pragma dist independent
	for (int c = 0; c < blocks; c++) {
		const int first = c / in_row * BS, low = 1 + c % in_row * BS;
		for (int i = first; i < first + BS && i < n - 1; i++)
			for (int j = low; j < low + BS && j < m - 1; j++)
				if (i > 0) b[i * m + j] += a[(i - 1) * m + j] - a[(i + 1) * m + j];
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, m = argc > 2 ? atoi(argv[2]) : 20, steps = argc > 3 ? atoi(argv[3]) : 3;
	double *a, *b;
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [block][*] :: a, b
	a = malloc(sizeof *a * n * m);
	b = malloc(sizeof *b * n * m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = (7 * i + 3 * j) % 11;
	for (int t = 0; t < steps; t++) {
		smooth(n, m, a, b);
		borders(n, m, b, a);
		most(n, m, a, b);
		double *was = a;
		a = b, b = was;
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) printf("%g%c", a[i * m + j], j < m - 1 ? ' ' : '\n');
	free(a), free(b);
	return 0;
}
