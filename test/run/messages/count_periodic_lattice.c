// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 0
// TOLERANCE: 1e-10
// PER-STEP: procs=2 from="4" to="8" messages=5 bytes=14400 collectives=0
// PER-STEP: procs=4 from="4" to="8" messages=12 bytes=14336 collectives=0
// PER-STEP: procs=7 from="4" to="8" messages=10 bytes=14400 collectives=0
// Lattice Boltzmann with nine directions, pulled and pushed, by rows and on a grid: of each row beside its own a process gets the three directions
// that come from there.
#include <stdio.h>
#include <stdlib.h>

#define N 60
static double f[N][N][9], g[N][N][9], p[N][N][9], q[N][N][9];
#pragma dist distribute [block][*][*] :: f, g
#pragma dist distribute [block][block][*] :: p, q

static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double w[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

static void collide(double (*f)[N][9])
{
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++) {
			double rho = 0, u = 0, v = 0;
			for (int k = 0; k < 9; k++) rho += f[y][x][k], u += f[y][x][k] * cx[k], v += f[y][x][k] * cy[k];
			for (int k = 0; k < 9; k++)
				f[y][x][k] += .6 * (w[k] * rho * (1 + 3 * (cx[k] * u + cy[k] * v) / rho) - f[y][x][k]);
		}
}

static void pull(double (*f)[N][9], double (*g)[N][9])
{
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++)
			for (int k = 0; k < 9; k++) g[y][x][k] = f[(y - cy[k] + N) % N][(x - cx[k] + N) % N][k];
}

static void push(double (*f)[N][9], double (*g)[N][9])
{
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++)
			for (int k = 0; k < 9; k++) g[(y + cy[k] + N) % N][(x + cx[k] + N) % N][k] = f[y][x][k];
}

static void written_out(double (*f)[N][9], double (*g)[N][9])
{
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++) {
			int n = y == N - 1 ? 0 : y + 1, s = y == 0 ? N - 1 : y - 1;
			int e = x == N - 1 ? 0 : x + 1, v = x == 0 ? N - 1 : x - 1;
			g[y][x][0] = f[y][x][0], g[y][x][1] = f[y][v][1], g[y][x][2] = f[s][x][2];
			g[y][x][3] = f[y][e][3], g[y][x][4] = f[n][x][4], g[y][x][5] = f[s][v][5];
			g[y][x][6] = f[s][e][6], g[y][x][7] = f[n][e][7], g[y][x][8] = f[n][v][8];
		}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	double s = 0;
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++)
			for (int k = 0; k < 9; k++) {
				f[y][x][k] = p[y][x][k] = w[k] * (1 + .01 * ((y * 7 + x * 3) % 23));
				g[y][x][k] = q[y][x][k] = 0;
			}
	for (int t = 0; t < steps; t++) {
		collide(f), pull(f, g), collide(g), push(g, f);
		collide(p), pull(p, q), collide(q), push(q, p);
		collide(f), written_out(f, g), collide(g);
		for (int y = 0; y < N; y++)
			for (int x = 0; x < N; x++)
				for (int k = 0; k < 9; k++) f[y][x][k] = g[y][x][k];
	}
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++)
			for (int k = 0; k < 9; k++)
				s += (f[y][x][k] + 2 * p[y][x][k]) * (y % 13 + 1) * (x + 1) * (k + 1);
	printf("%.15g\n", s);
	return 0;
}
