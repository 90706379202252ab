// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 4
// PER-STEP: procs=2 from=2 to=6 messages=45,1 collectives=1
// PER-STEP: procs=4 from=2 to=6 messages=46,47,47,1 collectives=1
// PER-STEP: procs=7 from=2 to=6 messages=47,48,48,48,48,48,1 collectives=1
// A sweep across the rows that are split, plane by plane: a process goes on to the next plane while later ones are at
// this one, so that one strip of each plane is enough. Sweeps that read what later rows were before begin when all of
// the one before has been done: they keep their strips, two of them to a step.
#include <stdio.h>
#include <stdlib.h>
#define N 150
#define M 150
#define PLANES 40
static double r[N][M][PLANES], d[N][M], a[N][M];
#pragma dist distribute[block][*] ::a
#pragma dist align d[i][j] with a[i][j]
#pragma dist align r[i][j][k] with a[i][j]

static void diagonal(int k)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) d[i][j] = 2 + (i + 2 * j + k) % 5;
}

static void plane(int k)
{
	for (int i = 1; i < N; i++)
		for (int j = 1; j < M; j++)
			r[i][j][k] = (r[i][j][k] + .2 * r[i - 1][j][k] + .3 * r[i][j - 1][k] + .1 * r[i][j][k - 1]) / d[i][j];
}

static void seidel(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++)
			a[i][j] = .2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) + 1e-3 * r[i][j][1];
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 2;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			a[i][j] = (i * 7 + j * 3) % 11;
			for (int k = 0; k < PLANES; k++) r[i][j][k] = (i + j * k) % 7;
		}
	for (int t = 0; t < steps; t++) {
		for (int k = 1; k < PLANES; k++) {
			diagonal(k);
			plane(k);
		}
		seidel();
		double sum = 0;
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) sum += a[i][j] * (1 + j % 3);
		printf("%d %.10e\n", t, sum);
	}
	return 0;
}
