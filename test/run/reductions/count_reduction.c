// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 0
// PER-STEP: procs=4 from=5 to=25 messages=1,2,2,1 collectives=1|2
// Two reductions in one nest are one collective; two nests that need the same halo send it once.
#include <stdio.h>
#include <stdlib.h>

#define N 40

static double u[N][N], v[N][N], w[N][N];
#pragma dist distribute [block][*] :: u, v, w

int main(int argc, char **argv)
{
	int steps = atoi(argv[1]);
	double sum = 0, highest = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j] = i * j % 10;
	for (int t = 0; t < steps; t++) {
		sum = 0;
		highest = 0;
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) v[i][j] = u[i - 1][j] + u[i + 1][j];
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) w[i][j] = u[i - 1][j] - u[i + 1][j];
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) {
				u[i][j] = (double)((int)(v[i][j] + w[i][j]) % 64);
				sum += u[i][j];
				if (u[i][j] > highest) highest = u[i][j];
			}
	}
	printf("%g %g\n", sum, highest);
	return argc != 2;
}
