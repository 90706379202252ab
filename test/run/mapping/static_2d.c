// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// COUNTS: 1 2 3 4 7 16
// Static arrays with sizes known at compile time; a time loop with two nests.
#include <stdio.h>

#define N 23
#define M 11

double u[N][M], v[N][M];
#pragma dist distribute [block][*] :: u, v

int main(void)
{
	int i, j, t;
	for (i = 0; i < N; i++)
		for (j = 0; j < M; j++) u[i][j] = (i * 5 + j * 3) % 17;
	for (t = 0; t < 6; t++) {
		for (i = 1; i < N - 1; i++)
			for (j = 1; j < M - 1; j++)
				v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
		for (i = 1; i < N - 1; i++)
			for (j = 1; j < M - 1; j++) u[i][j] = v[i][j];
	}
	for (i = 0; i < N; i++) {
		for (j = 0; j < M; j++) printf(" %.17g", u[i][j]);
		printf("\n");
	}
	return 0;
}
