// SPDX-License-Identifier: Apache-2.0
// In a step of the cycle: what is sent under a condition, several times, and in the first step only.
#include <stdio.h>
#define N 100
static double u[N][N], w[N][N], c[N][N];
#pragma dist distribute u[block][*]
#pragma dist align w[i][j] with u[i][j]
#pragma dist align c[i][j] with u[i][j]
static void smooth(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) w[i][j] = u[i - 1][j] + u[i + 1][j];
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) u[i][j] = 0.5 * w[i][j];
}
int main(int argc, char **argv)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) c[i][j] = u[i][j] = w[i][j] = i * j;
	for (int t = 0; t < 5; t++) {
		smooth();
		if (t % 2)
			for (int i = 1; i < N; i++)
				for (int j = 1; j < N - 1; j++) u[i][j] += w[i - 1][j];
		for (int k = 0; k < 3; k++)
			for (int i = 1; i < N; i++)
				for (int j = 1; j < N - 1; j++) w[i][j] += w[i - 1][j] * 0.1;
		for (int i = 1; i < N; i++)
			for (int j = 1; j < N - 1; j++) w[i][j] += c[i - 1][j] * 0.1;
		if (argc > 1) smooth();
	}
	printf("%g\n", u[N/2][N/2]);
	return 0;
}
