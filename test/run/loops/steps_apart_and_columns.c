// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 4
// MAX-SLOW: 0
// PER-STEP: procs=2 from="2" to="6" messages=0,0 bytes=0,0 collectives=2
//
// Time steps of which none reads what another one sets, as the stencil goes in steps of 3: the loop could be one nest,
// in which all processes would form the sums of all columns, as the second loop goes through these. It stays a loop
// around nests, also with the line that it prints: an element, and the sums of all columns at once in each step. Rows
// that are read from neighbours do not change, and are sent once.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 33, M = 29, L = 8 };
static double u[2][N][M][L];
#pragma dist distribute u[*][block][*][*]

int main(int argc, char **argv)
{
	const int steps = argc > 1 ? atoi(argv[1]) : 3;
	double change = 1;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			for (int k = 0; k < L; k++) u[0][i][j][k] = u[1][i][j][k] = (i * 5 + j * 5 + k * 7) % 23 * .25;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i += 3)
			for (int j = 1; j < M - 1; j += 3)
				for (int k = 1; k < L - 1; k += 3)
					u[1 - t % 2][i][j][k] =
					        0.25 * (u[t % 2][i - 1][j][k] + u[t % 2][i + 1][j][k] +
					                       u[t % 2][i][j - 1][k] + u[t % 2][i][j][k + 1]);
		printf("%d %.6g\n", t, u[1 - t % 2][N / 3][3][L / 2]);
		change = 0;
		for (int j = 0; j < M; j++) {
			double sum = 0;
			for (int i = 0; i < N; i++) sum += fabs(u[1 - t % 2][i][j][0]);
			if (sum > change) change = sum;
		}
	}
	printf("%.6g\n", change);
	return 0;
}
