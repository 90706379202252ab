// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// ENV: HPCC_STRIPS=1
// PER-STEP: procs=2 from=2 to=6 messages=0,1 collectives=0
// PER-STEP: procs=4 from=2 to=6 messages=0,1,1,1 collectives=0
// PER-STEP: procs=7 from=2 to=6 messages=0,1,1,1,1,1,1 collectives=0
// Elimination down the rows that are split, of which each iteration changes three, by names that it gives them
// (i1 = i + 1). That they were equal is no assumption to make: the loop runs in turns, and each process sends its last
// rows once.
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, M = 30 };
static double l[5][N][M], r[3][N][M];
#pragma dist distribute [*][block][*] :: l, r

static void eliminate(int n, int m)
{
	int i, j, k, i1, i2;
	double f;
	for (i = 0; i <= n - 3; i++) {
		i1 = i + 1;
		i2 = i + 2;
		for (j = 1; j < m - 1; j++) {
			f = 1. / l[2][i][j];
			l[3][i][j] = f * l[3][i][j];
			l[4][i][j] = f * l[4][i][j];
			for (k = 0; k < 3; k++) r[k][i][j] = f * r[k][i][j];
			l[2][i1][j] = l[2][i1][j] - l[1][i1][j] * l[3][i][j];
			l[3][i1][j] = l[3][i1][j] - l[1][i1][j] * l[4][i][j];
			for (k = 0; k < 3; k++) r[k][i1][j] = r[k][i1][j] - l[1][i1][j] * r[k][i][j];
			l[1][i2][j] = l[1][i2][j] - l[0][i2][j] * l[3][i][j];
			l[2][i2][j] = l[2][i2][j] - l[0][i2][j] * l[4][i][j];
			for (k = 0; k < 3; k++) r[k][i2][j] = r[k][i2][j] - l[0][i2][j] * r[k][i][j];
		}
	}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	for (int t = 0; t < steps; t++) {
		for (int k = 0; k < 5; k++)
			for (int i = 0; i < N; i++)
				for (int j = 0; j < M; j++) l[k][i][j] = k == 2 ? 9 : 1 + (i + j) % 3 * .25;
		for (int k = 0; k < 3; k++)
			for (int i = 0; i < N; i++)
				for (int j = 0; j < M; j++) r[k][i][j] = i + j * k;
		eliminate(N, M);
	}
	for (int i = 0; i < N; i += 7) printf("%.12g %.12g\n", l[4][i][3], r[2][i][4]);
	return 0;
}
