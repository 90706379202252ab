// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 33 4
// ARGS: 5 2
// MAX-SLOW: 80
// PER-STEP: procs=2 from="33 4" to="33 14" messages=2,1 bytes=248,240 collectives=0
// PER-STEP: procs=4 from="33 4" to="33 14" messages=2,3,3,1 bytes=248,488,488,240 collectives=0
// PER-STEP: procs=7 from="33 4" to="33 14" messages=2,3,3,3,3,3,1 collectives=0
// In a step of a sweep that uses its own values each process sends a row to each neighbour, however many rows it has; of a running sum, a number.
#include <stdio.h>
#include <stdlib.h>

#define M 32

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 33, steps = argc > 2 ? atoi(argv[2]) : 4;
	double (*a)[M], (*p)[M];
#pragma dist array a[n][M]
#pragma dist array p[n][M]
#pragma dist distribute [block][*] :: a, p
	a = malloc(sizeof(double[n][M]));
	p = malloc(sizeof(double[n][M]));
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) a[i][j] = (i * 7 + j * 3) % 11, p[i][j] = 0;
	for (int t = 0; t < steps; t++) {
		double run = 0;
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < M - 1; j++)
				a[i][j] = (a[i - 1][j] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j]) / 5;
		for (int i = 0; i < n; i++)
			for (int j = 0; j < M; j++) {
				run += a[i][j];
				p[i][j] += run;
			}
	}
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) s += p[i][j] * (i + 2 * j + 1);
	printf("%.12g\n", s);
	free(a), free(p);
}
