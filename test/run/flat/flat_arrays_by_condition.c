// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Which of two arrays is meant, by a condition, both flat memory that is split by columns: the shape that the directive
// gives to both holds for either, and one column goes to each neighbour.
// ARGS: 3
// PER-STEP: procs=2 from="6" to="16" messages=1,1 bytes=368,368 collectives=0
// PER-STEP: procs=4 from="6" to="16" messages=1,2,2,1 bytes=368,736,736,368 collectives=0
#include <stdio.h>
#include <stdlib.h>

enum { N = 48, M = 40 };

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	double *u = calloc(N * M, sizeof *u), *v = malloc(N * M * sizeof *v);
#pragma dist array u[N][M], v[N][M]
#pragma dist distribute u[*][block], v[*][block]
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i * M + j] = v[i * M + j] = (i * 7 + j * 3) % 11;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < M - 1; j++)
				(t % 2 ? u : v)[i * M + j] =
				        .25 * ((t % 2 ? v : u)[(i - 1) * M + j] + (t % 2 ? v : u)[(i + 1) * M + j] +
				               (t % 2 ? v : u)[i * M + j - 1] + (t % 2 ? v : u)[i * M + j + 1]);
	}
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += u[i * M + j] * (1 + j) + v[i * M + j];
	printf("%.9g\n", sum);
	free(u);
	free(v);
	return 0;
}
