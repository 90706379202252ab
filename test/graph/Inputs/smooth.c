// SPDX-License-Identifier: Apache-2.0
// A smoothed field, of which the weights are read from neighbours, and never set in the cycle.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 100
#ifndef MOST_STEPS
#define MOST_STEPS 1 // 0: whatever the arguments say
#endif
static double u[N][N], next[N][N], weight[N][N];
#pragma dist distribute [block][*] :: u, next, weight

int main(int argc, char **argv)
{
	int steps = argc > 1 && MOST_STEPS ? atoi(argv[1]) : 10;
	double change = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			u[i][j] = next[i][j] = i == 0;
			weight[i][j] = 1.0 / (1 + j);
		}
	for (int t = 0; t < steps; t++) {
		change = 0;
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++)
				next[i][j] = 0.25 * (weight[i - 1][j] * u[i - 1][j] + weight[i + 1][j] * u[i + 1][j]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) {
				change = fmax(change, fabs(next[i][j] - u[i][j]));
				u[i][j] = next[i][j];
			}
	}
	printf("%g %g\n", change, u[N / 2][N / 2]);
	return 0;
}
