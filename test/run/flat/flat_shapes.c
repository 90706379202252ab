// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Arrays that are declared flat, with a shape that a directive gives them.
#include <stdio.h>

#define N 12
#define M 20
double phi[N * M], lap[N * M];
#pragma dist array [N][M] :: phi, lap
#pragma dist distribute [block][*] :: phi, lap
static double both[N * M];
#pragma dist array both[N][M]
#pragma dist distribute both[block][block]

int main(void)
{
	long i, j, index;
	double s = 0;
	for (i = 0; i < N; i++)
		for (j = 0; j < M; j++) {
			index = i * M + j;
			phi[index] = i + j;
			lap[index] = 0;
			both[i * M + j] = i - j;
		}
	for (i = 1; i < N - 1; i++)
		for (j = 1; j < M - 1; j++) {
			index = i * M + j;
			lap[index] = phi[index - 1] + phi[index + 1] + phi[index + M] + phi[index - M];
		}
	for (i = 1; i < N - 1; i++)
		for (j = 1; j < M - 1; j++) both[i * M + j] += 0.5 * phi[(i - 1) * M + j + 1];
	for (i = 0; i < N * M; i++) s += lap[i] * i;
	for (i = 0; i < N; i++)
		for (j = 0; j < M; j++) s += both[i * M + j] * (i + 2 * j);
	printf("%.15g\n", s);
	for (i = 0; i < N; i += 5) printf("%g %g\n", phi[i * M + 3], both[i * M + 4]);
	return 0;
}
