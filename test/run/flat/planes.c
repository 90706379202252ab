// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 6 "printf("%g %g %g\n", w[previous][i], w[now][i], w[next][i]);": elements are read one by one
// MAX-SLOW: 0
// Planes chosen by variables: time levels that go round.
#include <stdio.h>

#define N 15
#define M 6

static double u[2][N][M], w[3][N];
#pragma dist distribute u[*][block][*]
#pragma dist distribute w[*][block]

int main(void)
{
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) u[0][i][j] = u[1][i][j] = i * j % 7;
		w[0][i] = w[1][i] = w[2][i] = i % 4;
	}
	int previous = 0, now = 1, next = 2;
	for (int t = 0; t < 5; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) u[(t + 1) % 2][i][j] = u[t % 2][i - 1][j] + u[t % 2][i + 1][j] - u[t % 2][i][j];
		for (int i = 1; i < N - 1; i++) w[next][i] = w[now][i - 1] + w[now][i + 1] - w[previous][i];
		int old = previous;
		previous = now;
		now = next;
		next = old;
	}
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) printf("%g ", u[1][i][j]);
		printf("%g %g %g\n", w[previous][i], w[now][i], w[next][i]);
	}
	return 0;
}
