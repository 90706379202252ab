// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: norms 3
// ARGS: ways 2
// ARGS: few 4
// MAX-SLOW: 40
// BY-ALL: 100 "for (int j = from; j < to; j++) {": for a few columns an array is not moved; nests that are left early
// PER-STEP: procs=2 from="norms 1" to="norms 2" messages=2,2
// PER-STEP: procs=4 from="norms 1" to="norms 2" messages=6,6,6,6
// PER-STEP: procs=2 from="few 2" to="few 4" messages=0 collectives=1
// PER-STEP: procs=4 from="few 2" to="few 4" messages=0 collectives=1
// What comes out of a loop over slices beside the arrays: a number for each slice, the last slice's work array; and
// loops that are left in the middle, or go over a few slices only.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 40, M = 23 };
static double r[N][M], norm[M], line[N];
static long c[N][M];
#pragma dist distribute[block][*] ::r, c

static void columns(int from, int to)
{
	for (int j = from; j < to; j++) {
		double sum = 0;
		for (int i = 0; i < N; i++) line[i] = r[i][j];
		for (int i = 1; i < N; i++) r[i][j] = .5 * r[i - 1][j] + line[i];
		for (int i = N - 2; i >= 0; i--) r[i][j] -= .25 * r[i + 1][j];
		for (int i = 0; i < N; i++) sum += r[i][j] * r[i][j];
		norm[j] = sum;
	}
}

static int until_large(int most)
{
	long before[N];
	for (int j = 0; j < M; j++) {
		for (int i = 0; i < N; i++) before[i] = c[i][j];
		for (int i = 1; i < N; i++) c[i][j] = c[i - 1][j] % 64 + before[i];
		for (int i = N - 2; i >= 0; i--) c[i][j] -= c[i + 1][j] % 32;
		if (c[N - 1][j] > most) return j;
	}
	return -1;
}

int main(int argc, char **argv)
{
	int steps = argc > 2 ? atoi(argv[2]) : 2;
	int few = argc > 1 && !strcmp(argv[1], "few"), ways = argc > 1 && !strcmp(argv[1], "ways");
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) r[i][j] = (i + j) % 4, c[i][j] = (i + 3 * j) % 7 + j;
	for (int t = 0; t < steps; t++) {
		if (ways) {
			printf("%d\n", until_large(t ? 40 : 10000));
			continue;
		}
		columns(few ? t : 0, few ? t + 1 : M);
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) r[i][j] = r[i][j] / (1 + norm[j]) + i % 3;
	}
	for (int j = 0; j < M; j++) printf("%.9g %.9g\n", norm[j], line[j]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%.9g %ld\n", r[i][j], c[i][j]);
	return 0;
}
