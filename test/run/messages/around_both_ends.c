// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: rows 3
// ARGS: cells 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="rows 1" to="rows 2" messages=1,1 bytes=2016,2016 collectives=0
// PER-STEP: procs=4 from="rows 1" to="rows 2" messages=2,2,2,2 bytes=2016,2016,2016,2016 collectives=0
// PER-STEP: procs=7 from="rows 1" to="rows 2" messages=2,2,2,2,2,2,2 bytes=2016,2016,2016,2016,2016,2016,2016 collectives=0
// PER-STEP: procs=4 from="cells 1" to="cells 2" messages=3,3,3,3 bytes=8352,8352,8352,8352 collectives=0
// What an iteration computes for its neighbours on a ring, at both of its ends in the first and the last one: those are
// done by who owns a neighbour, and not by each process between the ends.
#include <stdio.h>
#include <stdlib.h>
#define LX 56
#define LY 14
static double f[9][LX][LY], g[9][LX][LY];
#pragma dist distribute [*][block][*] :: f, g
static double a[LX][LX][9], b[LX][LX][9];
#pragma dist distribute [block][block][*] :: a, b
static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

static void push(void)
{
	for (int x = 0; x < LX; x++)
		for (int y = 0; y < LY; y++) {
			double sum = 0, flow = 0;
			for (int q = 0; q < 9; q++) sum += f[q][x][y], flow += ex[q] * f[q][x][y];
			for (int q = 0; q < 9; q++)
				g[q][(x + ex[q] + LX) % LX][(y + ey[q] + LY) % LY] =
				        f[q][x][y] - (f[q][x][y] - sum / 9 - ex[q] * flow / 18) / 4;
		}
}

static void push_cells(void)
{
	for (int x = 0; x < LX; x++)
		for (int y = 0; y < LX; y++) {
			double sum = 0;
			for (int q = 0; q < 9; q++) sum += a[x][y][q];
			for (int q = 0; q < 9; q++)
				b[(x + ex[q] + LX) % LX][(y + ey[q] + LX) % LX][q] = (a[x][y][q] + sum / 9) / 2;
		}
}

int main(int argc, char **argv)
{
	int steps = argv[1][0] == 'r' ? atoi(argv[2]) : 0, cells = argv[1][0] == 'c' ? atoi(argv[2]) : 0;
	for (int q = 0; q < 9; q++)
		for (int x = 0; x < LX; x++)
			for (int y = 0; y < LY; y++) f[q][x][y] = (x * 7 + y * 3 + q) % 11;
	for (int x = 0; x < LX; x++)
		for (int y = 0; y < LX; y++)
			for (int q = 0; q < 9; q++) a[x][y][q] = (x * 5 + y * 3 + q) % 13;
	for (int t = 0; t < steps; t++) {
		push();
		for (int q = 0; q < 9; q++)
			for (int x = 0; x < LX; x++)
				for (int y = 0; y < LY; y++) f[q][x][y] = g[q][x][y] + 1;
	}
	for (int t = 0; t < cells; t++) {
		push_cells();
		for (int x = 0; x < LX; x++)
			for (int y = 0; y < LX; y++)
				for (int q = 0; q < 9; q++) a[x][y][q] = b[x][y][q] + 1;
	}
	double sum = 0;
	for (int q = 0; q < 9; q++)
		for (int x = 0; x < LX; x++)
			for (int y = 0; y < LY; y++) sum += f[q][x][y] * ((x * y + q) % 5);
	for (int x = 0; x < LX; x++)
		for (int y = 0; y < LX; y++)
			for (int q = 0; q < 9; q++) sum += a[x][y][q] * ((x * y + q) % 7);
	printf("%.10g\n", sum);
	return 0;
}
