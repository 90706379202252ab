// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 0 1000
// ARGS: 1 100
// ARGS: 2 201
// ARGS: 3 102
// ARGS: 4 155
// ARGS: 5 77
// ARGS: 6 31
// MAX-SLOW: 0
//
// Nests that end the program where something is wrong, with a message: the first iteration in the program's order does, and what is still to be
// written is what the nest has set by then.
#include <stdio.h>
#include <stdlib.h>

#define N 23
#define M 11

static double u[N][M], v[N][M], w[N][M];
#pragma dist distribute u[block][*], w[block][block]
#pragma dist align v[i][j] with u[i][j]
static int last;

static void die(const char *what, int line, double value)
{
	printf( "%s in line %d: %g\n", what, line, value);
	exit(3);
}

static void in_the_end(void)
{
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += (i + 1) * v[i][j] - j * w[i][j];
	printf("at the end: %g, %d\n", sum, last);
}

int main(int argc, char **argv)
{
	int which = atoi(argv[1]);
	double limit = atof(argv[2]), sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = i * M + j;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) w[i][j] = i * M + j;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			if (which == 1 && u[i][j] > limit) exit(1);
			v[i][j] = u[i][j] * 2;
		}
	if (which == 3 || which == 6) atexit(in_the_end);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			if (which == 2 && u[i][j] > limit) {
				printf("too large: %g at %d %d\n", u[i][j], i, j);
				exit(2);
			}
			sum += u[i][j];
			v[i][j] = u[i][j] * 3;
		}
	for (int i = 0; i < N; i++) {
		if (which == 3 && u[i][3] == limit) die("value", i, u[i][3]);
		last = i;
		for (int j = 0; j < M; j++) v[i][j] += 1;
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			v[i][j] -= u[i][j];
			if (which == 4 && v[i][j] > 2 * limit) {
				printf("v[%d][%d] is %g, u %g\n", i, j, v[i][j], v[i][0]);
				exit(4);
			}
		}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			if (which == 5 && w[i][j] > limit) die("block", i, w[i][j]);
			w[i][j] += 2;
		}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			if (w[i][j] == limit && which == 6) {
				printf( "no %d\n", j);
				exit(6);
			} else
				w[i][j] += 2;
		}
	printf("%g\n", sum);
	return 0;
}
