// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// COUNTS: 1
// FLAGS: -O3 -march=native
// On one process sums have the bits of the sequential program, with fused multiply-adds, too: strips change no rounding.
#include <stdio.h>

#define N 5
#define M 1000

static float a[N][M], b[N][M], c[N][M];
static double x[N][M], y[N][M];
#pragma dist distribute [block][*] :: a, b, c, x, y

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int k = 0; k < M; k++) {
			a[i][k] = 1.0f / (i + k + 1);
			b[i][k] = 0.1f * k - i;
			c[i][k] = 3.0f / (k + 2);
			x[i][k] = 1.0 / (3 * i + k + 1);
			y[i][k] = 0.7 * k + i;
		}
	float squares = 0, products = 0;
	double sum = 0, other = 0, both = 1;
	for (int i = 1; i < N - 1; i++)
		for (int k = 1; k < M - 1; k++) {
			float s = a[i][k] * b[i][k - 1] + c[i][k] * b[i + 1][k];
			squares += s * s;
			products += s * c[i][k + 1];
			sum += s;
			other -= s * x[i][k];
			both *= 1 + 1e-3 * (x[i][k] - y[i][k] * x[i][k + 1]);
		}
	printf("%.9g %.9g %.17g %.17g %.17g\n", squares, products, sum, other, both);
	return 0;
}
