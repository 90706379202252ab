// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 0
// PER-STEP: procs=4 from=5 to=25 messages=1,2,2,1|2,4,4,2 bytes=736,1472,1472,736|768,1536,1536,768 collectives=0
// A nest that writes several arrays of one mapping needs one column from each neighbour of each array that it reads.
#include <stdio.h>
#include <stdlib.h>

#define N 48

static double x[N][N], y[N][N], p[N][N], q[N][N], d[N][N];
#pragma dist distribute [*][block] :: x, y, p, q, d

int main(int argc, char **argv)
{
	int steps = atoi(argv[1]);
	for (int j = 0; j < N; j++)
		for (int i = 0; i < N; i++) x[j][i] = i * j % 7, y[j][i] = i + j;
	for (int t = 0; t < steps; t++) {
		for (int j = 1; j < N - 1; j++)
			for (int i = 1; i < N - 1; i++) {
				double xx = x[j][i + 1] - x[j][i - 1], yy = y[j][i + 1] - y[j][i - 1];
				d[j][i] = xx + 2 * yy;
				p[j][i] = xx - yy;
				q[j][i] = x[j + 1][i] - y[j - 1][i];
			}
		for (int j = 1; j < N - 1; j++)
			for (int i = 1; i < N - 1; i++) {
				x[j][i] = (double)((int)(p[j][i] + d[j][i]) % 16);
				y[j][i] = (double)((int)q[j][i] % 16);
			}
	}
	double sum = 0;
	for (int j = 0; j < N; j++)
		for (int i = 0; i < N; i++) sum += x[j][i] * 2 + y[j][i];
	printf("%g\n", sum);
	return argc != 2;
}
