// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %count 0
// ARGS: 4
// PER-STEP: procs=2 from="10" to="20" messages=1,1 bytes=960,960 collectives=0
// PER-STEP: procs=4 from="10" to="20" messages=2,2,2,2 bytes=960,960,960,960 collectives=0
// PER-STEP: procs=7 from="10" to="20" messages=2,2,2,2,2,2,2 bytes=960,960,960,960,960,960,960 collectives=0
// MAX-SLOW: 0
// Components with an array each, whose neighbours stand in tables: what crosses the border is sent, of each component
// what goes that way.
#include <stdio.h>
#include <stdlib.h>
#define Q 9
#define NX 48
#define NY 20
static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double w[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
static double *f[Q], *g[Q];
#pragma dist array f[q][NX][NY] : q = 0..Q-1
#pragma dist array g[q][NX][NY] : q = 0..Q-1
#pragma dist distribute [block][*] :: f, g

static void collide(void)
{
	for (int x = 0; x < NX; x++)
		for (int y = 0; y < NY; y++) {
			double rho = 0, ux = 0, uy = 0;
			for (int q = 0; q < Q; q++) {
				const double v = f[q][x * NY + y];
				rho += v, ux += v * cx[q], uy += v * cy[q];
			}
			ux /= rho, uy /= rho;
			for (int q = 0; q < Q; q++) {
				double cu = 3 * (cx[q] * ux + cy[q] * uy);
				double eq = w[q] * rho * (1 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
				g[q][x * NY + y] = f[q][x * NY + y] - 0.6 * (f[q][x * NY + y] - eq);
			}
		}
}

static void stream(void)
{
	for (int x = 0; x < NX; x++)
		for (int y = 0; y < NY; y++)
			for (int q = 0; q < Q; q++) {
				const int from_x = (x - cx[q] + NX) % NX, from_y = (y - cy[q] + NY) % NY;
				f[q][x * NY + y] = g[q][from_x * NY + from_y];
			}
}

int main(int argc, char **argv)
{
	const int steps = argc > 1 ? atoi(argv[1]) : 4;
	for (int q = 0; q < Q; q++)
		f[q] = malloc(NX * NY * sizeof(double)), g[q] = malloc(NX * NY * sizeof(double));
	for (int x = 0; x < NX; x++)
		for (int y = 0; y < NY; y++)
			for (int q = 0; q < Q; q++) f[q][x * NY + y] = w[q] * (1 + 0.01 * ((x * y) % 5));
	for (int t = 0; t < steps; t++) {
		collide();
		stream();
	}
	for (int x = 0; x < NX; x += 5) {
		double rho = 0;
		for (int q = 0; q < Q; q++) rho += f[q][x * NY + 7];
		printf("%.14g\n", rho);
	}
	return 0;
}
