// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Two time levels in one array, chosen by t % 2 and by s = 1 - s.
#include <stdio.h>

#define N 15
#define M 6

static double u[2][N][M];
#pragma dist distribute u[*][block][*]

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[0][i][j] = u[1][i][j] = i * j % 5;
	int t;
	for (t = 0; t < 5; t++)
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < M - 1; j++)
				u[(t + 1) % 2][i][j] = u[t % 2][i - 1][j] + u[t % 2][i + 1][j] - u[t % 2][i][j + 1];
	int s = t % 2;
	for (t = 0; t < 4; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < M - 1; j++) u[1 - s][i][j] = 0.5 * (u[s][i - 1][j] - u[s][i + 1][j]);
		s = 1 - s;
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%g %g\n", u[s][i][j], u[1 - s][i][j]);
	return 0;
}
