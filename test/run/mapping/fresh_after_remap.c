// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
//
// Memory that an array has left, when it was redistributed, goes to another one that is allocated in between: calloc's
// zeros are there nevertheless.
#include <stdio.h>
#include <stdlib.h>

enum { N = 1300 };
static double z[N][N];
#pragma dist distribute z[block][*]
#pragma dist dynamic z

int main(void)
{
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) z[i][j] = 7;
#pragma dist redistribute z[*][block]
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) z[i][j] += 1;
		double *c = calloc(N * N, sizeof *c);
#pragma dist array c[N][N]
#pragma dist distribute c[*][block]
		double sum = 0;
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) sum += c[i * N + j];
		printf("%g\n", sum);
		free(c);
#pragma dist redistribute z[block][*]
	}
	return 0;
}
