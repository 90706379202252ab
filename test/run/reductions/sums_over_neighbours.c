// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// PER-STEP: procs=2 from="3" to="7" messages=1,1 bytes=928,928 collectives=0
// PER-STEP: procs=4 from="3" to="7" messages=1,2,2,1 bytes=928,1856,1856,928 collectives=0
// PER-STEP: procs=7 from="3" to="7" messages=1,2,2,2,2,2,1 collectives=0
// MAX-SLOW: 0
// Sums over a few neighbours, made in a loop: each process makes those of its own elements, in the order of the source, and gets
// a halo for that. It does not add to those of others.
#include <stdio.h>
#include <stdlib.h>

enum { R = 2 };

static void apply(long n, const double *in, double *out, const double weight[2 * R + 1][2 * R + 1])
{
	for (long j = R; j < n - R; j++)
		for (long i = R; i < n - R; i++) {
			for (int k = -R; k <= R; k++) out[i + j * n] += weight[R][k + R] * in[i + (j + k) * n];
			for (int k = -R; k <= R; k++) out[i + j * n] += weight[k + R][R] * in[i + k + j * n];
		}
}

int main(int argc, char **argv)
{
	long n = 58;
	int steps = argc > 1 ? atoi(argv[1]) : 2;
	double *in = malloc((size_t)(n * n) * sizeof *in), *out = malloc((size_t)(n * n) * sizeof *out), sum = 0;
	double weight[2 * R + 1][2 * R + 1];
#pragma dist array in[n][n], out[n][n]
#pragma dist distribute [block][*] :: in, out
	for (int i = 0; i <= 2 * R; i++)
		for (int j = 0; j <= 2 * R; j++) weight[i][j] = 1. / (1 + i + 3 * j);
	for (long i = 0; i < n * n; i++) in[i] = (double)(i % 13) / 7, out[i] = 0;
	for (int t = 0; t < steps; t++) {
		apply(n, in, out, weight);
		for (long j = 0; j < n; j++)
			for (long i = 0; i < n; i++) in[i + j * n] += .1;
	}
	for (long i = 0; i < n * n; i += 5) printf("%.17g\n", out[i]), sum += i;
	printf("%g\n", sum);
	free(in);
	free(out);
}
