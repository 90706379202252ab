// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// A while loop around nests that ends by a convergence test on a maximum.
#include <math.h>
#include <stdio.h>

#define N 21

static double u[N][N], v[N][N];
#pragma dist distribute [block][*] :: u, v

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j] = v[i][j] = i == 0 ? 1 : 0;
	double change = 1;
	int steps = 0;
	while (change > 1e-3 && steps < 10000) {
		change = 0;
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++)
				v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) {
				double d = fabs(v[i][j] - u[i][j]);
				if (d > change) change = d;
				u[i][j] = v[i][j];
			}
		steps++;
	}
	printf("%d steps, change %.17g, middle %.17g\n", steps, change, u[N / 2][N / 2]);
	do {
		change = 0;
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) change = fmax(change, u[i][j]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) u[i][j] *= 0.5;
		steps++;
	} while (change > 0.01);
	printf("%d %.17g\n", steps, change);
	return 0;
}
