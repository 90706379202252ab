// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Arrays inside of a struct of file scope, mapped by directives in the struct.
#include <stdio.h>

#define N 14

static struct state {
	int steps;
	double u[N][N], v[N][N];
#pragma dist distribute [block][*] :: u, v
} s;

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) s.u[i][j] = s.v[i][j] = i + j;
	for (s.steps = 0; s.steps < 3; s.steps++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) s.v[i][j] = s.u[i - 1][j] + s.u[i + 1][j] - s.u[i][j];
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) s.u[i][j] = s.v[i][j];
	}
	for (int i = 0; i < N; i++) printf("%g %g\n", s.u[i][1], s.v[i][i]);
	printf("%d\n", s.steps);
	return 0;
}
