// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// ENV: HPCC_STRIPS=1
// PER-STEP: procs=2 from=3 to=4 messages=1,0 bytes=472,0 collectives=0
// PER-STEP: procs=4 from=3 to=4 messages=1,1,1,0 bytes=472,472,472,0 collectives=0
// PER-STEP: procs=7 from=3 to=4 messages=1,1,1,1,1,1,0 collectives=0
// Cells at an obstacle set one array in the row behind them, and get another one from there: one array's rows follow
// one from the other, those of the other one do not. Each process goes through its rows when the one before it has.
#include <stdio.h>
#include <stdlib.h>

enum { N = 67, M = 61 };
static double u[N][M], v[N][M], w[N][M];
static char flag[N][M];
#pragma dist distribute [block][*] :: u, v, w, flag

static void obstacles(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++)
			if (flag[i][j]) {
				u[i - 1][j] = 0;
				v[i][j] = -v[i - 1][j];
			}
}

// Without a condition: a loop for each of the arrays.
static void everywhere(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++) {
			u[i - 1][j] = 0.5 * u[i - 1][j] + i % 3;
			w[i][j] = j % 5 - 0.25 * w[i - 1][j];
		}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 1;
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			u[i][j] = i + j;
			v[i][j] = w[i][j] = i - j;
			flag[i][j] = (i * 7 + j * 3) % 11 == 0;
		}
	for (int t = 0; t < steps; t++) {
		obstacles();
		if (t < 3) everywhere();
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += u[i][j] * (i % 7) + v[i][j] * j + w[i][j] * (i - j);
	printf("%.9g\n", sum);
	return 0;
}
