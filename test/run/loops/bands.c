// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 5
// PER-STEP: procs=2 from="2" to="6" messages=3,3 bytes=240,196 collectives=0
// PER-STEP: procs=4 from="2" to="6" messages=3,6,5.5,2.5 bytes=240,436,368,154 collectives=0
// PER-STEP: procs=7 from="2" to="6" messages=3,6,6,6,5.5,4.5,2 bytes=240,436,436,436,372,266,112 collectives=0
// MAX-SLOW: 0
// What is read of a neighbour's row is a band around the diagonal, or the end of a tile: the box around all that a
// process reads would have whole rows.
#include <stdio.h>
#include <stdlib.h>

enum { N = 84, TILE = 4, WIDTH = 3 };

#pragma dist distribute a[block][*], b[block][*], paths[block][*]
static double a[N][N], b[N][N];
static int paths[N + 1][N + 1];

static void smooth(const double (*from)[N], double (*to)[N])
{
	for (int i = 1; i < N - 1; i++) {
		int first = i < WIDTH ? 0 : i - WIDTH, last = i + WIDTH >= N ? N - 1 : i + WIDTH;
		for (int j = first; j <= last; j++) to[i][j] = .25 * (from[i - 1][j] + 2 * from[i][j] + from[i + 1][j]);
	}
}

// One diagonal of tiles: each from the row above it and the column before it.
static void diagonal(int d)
{
	for (int x = 0; x <= d; x++) {
		int y = d - x, tile[TILE + 1][TILE + 1];
		for (int i = 0; i <= TILE; i++)
			for (int j = 0; j <= TILE; j++) tile[i][j] = paths[y * TILE + i][x * TILE + j];
		for (int i = 1; i <= TILE; i++)
			for (int j = 1; j <= TILE; j++) {
				int best = tile[i - 1][j] > tile[i][j - 1] ? tile[i - 1][j] : tile[i][j - 1];
				tile[i][j] = best + (i * j + y) % 5;
			}
		for (int i = 1; i <= TILE; i++)
			for (int j = 1; j <= TILE; j++) paths[y * TILE + i][x * TILE + j] = tile[i][j];
	}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 4;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) a[i][j] = b[i][j] = (i * 7 + j * 3) % 11;
	for (int i = 0; i <= N; i++)
		for (int j = 0; j <= N; j++) paths[i][j] = (i + 2 * j) % 3;
	for (int t = 0; t < steps; t++) {
		smooth(a, b);
		smooth(b, a);
		diagonal(t + 12);
	}
	double sum = 0;
	long total = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) sum += a[i][j] * (1 + i % 3);
	for (int i = 0; i <= N; i++)
		for (int j = 0; j <= N; j++) total += (long)paths[i][j] * (i % 7);
	printf("%.12g %ld\n", sum, total);
}
