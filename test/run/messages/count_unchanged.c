// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 0
// PER-STEP: procs=4 from=5 to=25 messages=0 bytes=0 collectives=0
// What has not changed is not sent again: coefficients that are read at neighbours in each step.
#include <stdio.h>
#include <stdlib.h>

#define N 48

static double u[N][N], k[N][N], r[N][N];
#pragma dist distribute [block][*] :: u, k, r

int main(int argc, char **argv)
{
	int steps = atoi(argv[1]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j] = 0, k[i][j] = i * j % 10, r[i][j] = i;
	for (int t = 0; t < steps; t++)
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) u[i][j] += k[i - 1][j] - k[i + 1][j] + k[i][j + 1];
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) u[i][j] = r[i - 1][j] + r[i + 1][j] + u[i][j];
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) u[i][j] -= r[i - 1][j];
	}
	printf("%.17g\n", u[3][5]);
	return argc != 2;
}
