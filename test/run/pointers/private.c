// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Scalars and work arrays that each iteration sets before it reads them, in and out of the loop's scope.
#include <stdio.h>

#define N 20
#define M 8

static double a[N][M], b[N][M];
#pragma dist distribute [block][*] :: a, b
static double scratch[M];

static double filtered(const double *row, int j) { return j == 0 || j == M - 1 ? row[j] : (row[j - 1] + row[j + 1]) / 2; }

int main(void)
{
	double line[M], t, s;
	int k;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = (i + 1) * (j + 2) % 16;
	for (int i = 1; i < N - 1; i++) {
		for (int j = 0; j < M; j++) line[j] = a[i - 1][j] + a[i + 1][j];
		for (int j = 0; j < M; j++) b[i][j] = line[M - 1 - j] - line[j];
	}
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) scratch[j] = a[i][j] * 2;
		for (int j = 0; j < M; j++) a[i][j] = filtered(scratch, j);
	}
	for (int i = 1; i < N; i++)
		for (int j = 1; j < M; j++) {
			t = a[i - 1][j];
			s = t * 2 - a[i][j - 1];
			k = s > 4 ? j : i;
			b[i][j] += s * k;
			if (t > 3) {
				double u = t - 3;
				b[i][j] += u;
			}
		}
	for (int i = 0; i < N; i++) {
		double band[3] = {1, a[i][0], a[i][1]};
		for (k = 0; k < 3; k++) b[i][k] += band[2 - k];
	}
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) printf("%g ", b[i][j]);
		printf("\n");
	}
	return 0;
}
