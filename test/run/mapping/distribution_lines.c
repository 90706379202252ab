// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 0
// PER-STEP: procs=2 from=2 to=6 messages=1,1 collectives=0
// PER-STEP: procs=4 from=2 to=6 messages=1,1,2,2 collectives=0
// PER-STEP: procs=7 from=2 to=6 messages=1,1,2,2,2,2,2 collectives=0
// Line by line across the rows that are split: first what each point's matrix is, then with those of its neighbours.
// The loops over the lines are around both: distributed, they send a halo once, and not for each line.
#include <stdio.h>
#include <stdlib.h>

enum { N = 41, M = 6, L = 5 };

static double u[N][M][L], flux[N][M][L][2][2], left[N][M][L][2][2];
#pragma dist distribute u[block][*][*]
#pragma dist distribute [block][*][*][*][*] :: flux, left
static double tmp;

static void lines(double c)
{
	int i, j, k;
	for (j = 1; j < M - 1; j++) {
		for (k = 1; k < L - 1; k++) {
			for (i = 0; i < N; i++) {
				tmp = 1.0 / u[i][j][k];
				flux[i][j][k][0][0] = tmp;
				flux[i][j][k][0][1] = c * tmp;
				flux[i][j][k][1][0] = u[i][j][k];
				flux[i][j][k][1][1] = 1.0 - tmp * tmp;
			}
			for (i = 1; i < N - 1; i++) {
				tmp = 2 * c;
				left[i][j][k][0][0] = -tmp * flux[i - 1][j][k][0][0] - c;
				left[i][j][k][0][1] = -tmp * flux[i - 1][j][k][0][1];
				left[i][j][k][1][0] = tmp * flux[i + 1][j][k][1][0];
				left[i][j][k][1][1] = tmp * flux[i + 1][j][k][1][1] + c;
			}
		}
	}
}

static void update(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++)
			for (int k = 1; k < L - 1; k++)
				u[i][j][k] += 1e-3 * (left[i][j][k][0][0] + left[i][j][k][0][1] * left[i][j][k][1][0] -
				                      left[i][j][k][1][1]);
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			for (int k = 0; k < L; k++) u[i][j][k] = 2 + (i * 3 + j * k) % 7;
	for (int t = 0; t < steps; t++) {
		lines(0.25);
		update();
	}
	for (int i = 0; i < N; i += 8) printf("%.12g %.12g\n", u[i][2][3], left[i][M - 2][1][0][1]);
	return 0;
}
