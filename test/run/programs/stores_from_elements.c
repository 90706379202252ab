// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// PER-STEP: procs=4 from="10" to="20" messages=2,0,0,3 bytes=16,0,0,24 collectives=0
//
// Assignments to elements from others, outside of nests: periodic boundaries, corners, a source. Owners tell owners, and nobody else.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 64 };
typedef struct {
	double mass, v[2];
	int kind;
} cell;
static double h[N], u[N], grid[N][N], both[20][30];
static cell cells[N];
static int counts[N], few[2];
#pragma dist distribute [block] :: h, u, cells, counts, few
#pragma dist distribute grid[block][*]
#pragma dist distribute both[block][block]
static double plain[N], weight[3] = {0.25, 0.5, 0.25};

static double limited(double x, double y) { return x * y <= 0 ? 0 : fabs(x) < fabs(y) ? x : y; }

static void boundaries(int n, double *h, double *u, int kind)
{
	if (kind == 1) {
		h[0] = h[n - 2];
		h[n - 1] = h[1];
		u[0] = -u[n - 2], u[n - 1] = u[1];
	} else if (kind == 2) {
		h[0] = limited(h[1], h[n - 2]) + weight[kind];
		h[n - 1] += h[1];
	}
}

static void once(double *replicated)
{
	// Integers: elsewhere there may be a zero.
	counts[3] = counts[N - 1] / counts[N / 2];
	counts[N - 1] %= counts[7];
	few[1] = few[0] + counts[2];
	cells[N - 1] = cells[0];
	cells[5].v[1] = cells[N - 2].v[0] + cells[5].v[1];
	both[0][0] = 0.5 * (both[1][0] + both[0][1]);
	both[19][29] = both[0][29] + both[19][0] + both[10][15];
	both[7][8] *= both[19][29];
	// Memory that all have, to and from.
	plain[0] = h[N - 1];
	h[3] = plain[0] + replicated[1];
	replicated[2] = replicated[1] + h[5];
	// What may not be evaluated, subscripts that are elements, effects.
	int k = 4;
	h[6] = few[0] > 0 ? h[N - 7] : h[few[1] + 1000000];
	h[counts[1] % N] = h[counts[2] % N];
	h[k++] = h[k == 5 ? 8 : 8];
	h[7] = h[9] = h[11];
	// More than one of one process.
	h[20] = h[0] + h[1] + h[2] + h[3] + h[4] + h[5] + h[6] + h[7] + h[8] + h[9] + h[60] + h[61];
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 10;
	for (int i = 0; i < N; i++) {
		h[i] = i * 0.5;
		u[i] = 1.0 / (i + 1);
		counts[i] = 3 * i + 1;
		cells[i] = (cell){i, {i + 1, i + 2}, i % 3};
		plain[i] = i;
	}
	few[0] = 3;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) grid[i][j] = i * N + j;
	for (int i = 0; i < 20; i++)
		for (int j = 0; j < 30; j++) both[i][j] = i - 0.25 * j;
	once(plain);
	boundaries(N, h, u, 2);
	for (int t = 0; t < steps; t++) {
		boundaries(N, h, u, 1);
		grid[0][3] = grid[N - 1][4];
		for (int i = 1; i < N - 1; i++) h[i] = h[i] - 0.01 * u[i];
	}
	for (int i = 0; i < N; i++) printf("%d %g %g %d %g %g %d\n", i, h[i], u[i], counts[i], cells[i].mass, cells[i].v[1], cells[i].kind);
	printf("%g %g %g %g %g %d %g %g\n", both[0][0], both[19][29], both[7][8], plain[0], plain[2], few[1], grid[0][3], grid[1][0]);
	return 0;
}
