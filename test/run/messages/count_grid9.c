// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 0
// PER-STEP: procs=9 from=5 to=25 messages=3,5,3,5,8,5,3,5,3|2,3,2,3,4,3,2,3,2 collectives=0
// Nine points in a 2-D grid: eight messages for a process inside, or four in two phases.
#include <stdio.h>
#include <stdlib.h>

#define N 60

static double u[N][N], v[N][N];
#pragma dist distribute [block][block] :: u, v

int main(int argc, char **argv)
{
	int steps = atoi(argv[1]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j] = v[i][j] = i * j % 10;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++)
				v[i][j] = 0.125 * (u[i - 1][j - 1] + u[i - 1][j] + u[i - 1][j + 1] + u[i][j - 1] + u[i][j + 1] +
				                   u[i + 1][j - 1] + u[i + 1][j] + u[i + 1][j + 1]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) u[i][j] = v[i][j];
	}
	printf("%.17g\n", u[3][5]);
	return argc != 2;
}
