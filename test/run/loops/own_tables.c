// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Small tables of subscripts that an iteration makes for itself, by an initialiser or entry by entry: what is read are
// rows of the neighbours, as if it were written out. Where an entry is set in a branch, or by a loop, nothing is known
// of it.
// ARGS: 61 3
// ARGS: 2 2
// PER-STEP: procs=2 from="61 4" to="61 14" messages=2,2 bytes=192,192 collectives=0
// PER-STEP: procs=4 from="61 4" to="61 14" messages=2,4,4,2 bytes=128,256,256,128 collectives=0
// PER-STEP: procs=7 from="61 4" to="61 14" messages=2,4,4,4,4,4,2 bytes=128,256,256,256,256,256,128 collectives=0
// MAX-SLOW: 0
#include <stdio.h>
#include <stdlib.h>
#define W 8

static void by_list(int h, const double a[h][W], double b[h][W])
{
	for (int y = 0; y < h; y++) {
		int up = y ? y - 1 : h - 1, down = y + 1 == h ? 0 : y + 1;
		const int rows[3] = {up, y, down};
		for (int x = 0; x < W; x++) {
			double s = 0;
			for (int k = 0; k < 3; k++) s += a[rows[k]][x];
			b[y][x] = s / 3;
		}
	}
}

static void by_entries(int h, const double a[h][W], double b[h][W])
{
	int row[4], column[4];
	for (int y = 1; y < h - 1; y++)
		for (int x = 0; x < W; x++) {
			row[0] = y - 1, row[1] = y + 1;
			row[2] = row[3] = y;
			column[0] = column[1] = x;
			column[2] = (x + 1) % W;
			column[3] = (x + W - 1) % W;
			double s = 0;
			for (int k = 0; k < 4; k++) s += (k + 1) * a[row[k]][column[k]];
			b[y][x] = 0.1 * s;
		}
}

int main(int argc, char **argv)
{
	int h = argc > 1 ? atoi(argv[1]) : 60, steps = argc > 2 ? atoi(argv[2]) : 4;
	double(*a)[W] = malloc(h * sizeof *a), (*b)[W] = malloc(h * sizeof *b);
#pragma dist distribute [block][*] :: a, b
	for (int y = 0; y < h; y++)
		for (int x = 0; x < W; x++) a[y][x] = b[y][x] = (x * y) % 7;
	for (int t = 0; t < steps; t++) {
		by_list(h, a, b);
		by_entries(h, b, a);
	}
	double sum = 0;
	for (int y = 0; y < h; y++)
		for (int x = 0; x < W; x++) sum += a[y][x] * (y + 1) + b[y][x] * x;
	printf("%.12g\n", sum);
	return 0;
}
