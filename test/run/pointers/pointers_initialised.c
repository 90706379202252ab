// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="2" to="4" collectives=1
// PER-STEP: procs=4 from="2" to="4" collectives=1
// Pointers of file scope that are initialised with arrays lead to what is mapped: a picture is gathered at once, not
// row by row.
#include <stdio.h>
#include <stdlib.h>
enum { N = 44, M = 40 };
static double u[N][M], v[N][M];
#pragma dist distribute u[block][*], v[block][*]
static double (*p)[M] = u, (*q)[M] = v;

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 2;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) p[i][j] = q[i][j] = i + .5 * j;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) q[i][j] = p[i][j] + 1;
		double(*w)[M] = p;
		p = q;
		q = w;
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) fputc(48 + (int)p[i][j] % 60, stdout);
	}
	return 0;
}
