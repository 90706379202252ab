// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A directive gives a flat array one dimension, and the program makes rows in it: each process has a part of the last
// row of the one before, and what is sent are the elements above and below its own, which are as many as a row has.
// ARGS: 61 43 3
// ARGS: 2 5 3
// ARGS: 9 1 2
// PER-STEP: procs=2 from="60 40 4" to="60 40 14" collectives=0 messages=2 bytes=640
// PER-STEP: procs=3 from="60 40 4" to="60 40 14" collectives=0 messages=2,4,2 bytes=640,1280,640
#include <stdio.h>
#include <stdlib.h>

#define AT(i, j) ((i) * m + (j))

// It does not know the mapping.
static void step(int n, int m, const double *u, double *v)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			v[AT(i, j)] = .25 * (u[AT(i - 1, j)] + u[AT(i + 1, j)] + u[AT(i, j - 1)] + u[AT(i, j + 1)]);
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), steps = atoi(argv[3]);
	double *u = malloc(sizeof *u * (size_t)(n * m)), *v = malloc(sizeof *v * (size_t)(n * m));
	float *f = malloc(sizeof *f * (size_t)(n * m));
#pragma dist distribute [block] :: u, v, f
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i * m + j] = v[i * m + j] = (i * 7 + j * 3) % 11;
	for (int t = 0; t < steps; t++) {
		step(n, m, u, v);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) f[j + i * m] = (float)v[i * m + j];
		step(n, m, v, u);
		for (int k = 0; k < n * m; k++) u[k] += f[k] / 16;
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) printf("%.9g\n", u[i * m + j]);
	return 0;
}
