// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 4
// PER-STEP: procs=2 from="1" to="3" messages=0,0 bytes=0,0 collectives=0
// PER-STEP: procs=7 from="1" to="3" messages=0 bytes=0 collectives=0
//
// The edges of a box, in a function that gets the extents: loops go through one dimension, constants and extents select
// the others. Of the strides nothing is left in the subscripts but what the source multiplies with.
#include <stdio.h>
#include <stdlib.h>

#define IX(i, j, k) ((i) + (M + 2) * (j) + (M + 2) * (N + 2) * (k))

static void edges(int M, int N, int O, float *x)
{
	for (int i = 1; i <= M; i++) {
		x[IX(i, 0, 0)] = 0.5f * (x[IX(i, 1, 0)] + x[IX(i, 0, 1)]);
		x[IX(i, N + 1, 0)] = 0.5f * (x[IX(i, N, 0)] + x[IX(i, N + 1, 1)]);
		x[IX(i, 0, O + 1)] = 0.5f * (x[IX(i, 0, O)] + x[IX(i, 1, O + 1)]);
		x[IX(i, N + 1, O + 1)] = 0.5f * (x[IX(i, N, O + 1)] + x[IX(i, N + 1, O)]);
	}
}

static int M = 16, N = 13, O = 11;

static void edges_of_file(float *x)
{
	for (int i = 1; i <= M; i++) {
		x[IX(i, 0, 0)] += x[IX(i, 1, 0)] + x[IX(i, 0, 1)];
		x[IX(i, N + 1, O + 1)] -= x[IX(i, N, O + 1)] + x[IX(i, N + 1, O)];
	}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 1, size = (M + 2) * (N + 2) * (O + 2);
	float *x = malloc(size * sizeof *x);
#pragma dist array x[O + 2][N + 2][M + 2]
#pragma dist distribute x[block][*][*]
	for (int i = 0; i < size; i++) x[i] = i % 17;
	for (int t = 0; t < steps; t++) {
		edges(M, N, O, x);
		edges_of_file(x);
	}
	for (int k = 0; k < O + 2; k++) printf("%g %g\n", x[IX(3, 0, k)], x[IX(5, N + 1, k)]);
	free(x);
	return 0;
}
