// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Loops that do nothing but copy or clear rows by the C library: split as others are.
// ARGS: 30
// ARGS: 3
// PER-STEP: procs=2 from="31" to="41" messages=1 collectives=0
// PER-STEP: procs=4 from="31" to="41" messages=1,2,2,1 collectives=0
// PER-STEP: procs=7 from="31" to="41" messages=1,2,2,2,2,2,1 collectives=0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60, M = 24 };
static double u[N][M], w[N][M], z[N][M];
#pragma dist distribute [block][*] :: u, w, z

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 30;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = i * .5 + j;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++) memcpy(w[i], u[i], sizeof u[i]);
		for (int i = 0; i < N; i++) {
			memset(&z[i][2], 0, 3 * sizeof(double));
		}
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) u[i][j] = .5 * (w[i - 1][j] + w[i + 1][j]) + z[i][j];
		for (int i = 0; i < N; i++) z[i][t % M] += u[i][0];
	}
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += u[i][j] * (j + 1) + z[i][j];
	printf("%.10g %g\n", sum, u[N / 2][3]);
	return 0;
}
