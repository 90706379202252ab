// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 3
// ARGS: 3 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="12 10" to="12 20" messages=2 collectives=0
// PER-STEP: procs=4 from="12 10" to="12 20" messages=2,4,4,2 collectives=0
// PER-STEP: procs=7 from="13 10" to="13 20" messages=2,4,4,4,4,3,2 collectives=0
//
// Elements of an array type that has a name: their extents follow those of the directive, and need no format.
#include <stdio.h>
#include <stdlib.h>

typedef double real3[3];

enum { M = 8, K = 40 };
static real3 fixed[K];
#pragma dist distribute fixed[block]

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 1;
	real3 *r = malloc(n * M * sizeof *r), *v = malloc(n * M * sizeof *v), *line = malloc(n * sizeof *line);
#pragma dist array r[n][M], v[n][M][3], line[n]
#pragma dist distribute r[block][*], v[block][*][*], line[block]
	for (int i = 0; i < n * M; i++)
		for (int d = 0; d < 3; d++) r[i][d] = i % 17 + d, v[i][d] = i % 13 - d;
	for (int i = 0; i < n; i++)
		for (int d = 0; d < 3; d++) line[i][d] = i + d;
	for (int i = 0; i < K; i++) fixed[i][0] = fixed[i][1] = fixed[i][2] = i;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n * M; i++)
			for (int d = 0; d < 3; d++) r[i][d] += .5 * v[i][d];
		for (int i = 1; i < n - 1; i++)
			for (int j = 0; j < M; j++)
				for (int d = 0; d < 3; d++)
					v[i * M + j][d] += .25 * (r[(i - 1) * M + j][d] - r[(i + 1) * M + j][d]);
		for (int i = 1; i < n - 1; i++)
			for (int d = 0; d < 3; d++) line[i][d] = .5 * line[i][d] + v[i * M + 2][d];
		for (int i = 1; i < K - 1; i++) fixed[i][1] += fixed[i - 1][0] - fixed[i + 1][2];
		for (int i = 1; i < K - 1; i++) fixed[i][0] = fixed[i][2] = .5 * fixed[i][1];
	}
	double sum = 0;
	for (int i = 0; i < n * M; i++) sum += (int)(64 * r[i][i % 3]);
	for (int i = 0; i < n; i++) sum += (int)(64 * line[i][1]);
	for (int i = 0; i < K; i++) sum += (int)(64 * fixed[i][1]);
	printf("%.0f\n", sum);
	return 0;
}
