// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 0
// PER-STEP: procs=4 from=5 to=25 messages=1,2,2,1 bytes=512,1024,1024,512|496,992,992,496 collectives=0
// PER-STEP: procs=1 from=5 to=25 messages=0 bytes=0 collectives=0
// Five points in row blocks: two messages of a row per step and process, one at the ends; no collective.
#include <stdio.h>
#include <stdlib.h>

#define N 64

static double u[N][N], v[N][N];
#pragma dist distribute [block][*] :: u, v

int main(int argc, char **argv)
{
	int steps = atoi(argv[1]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j] = v[i][j] = i * j % 10;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++)
				v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) u[i][j] = v[i][j];
	}
	printf("%.17g\n", u[3][5]);
	return argc != 2;
}
