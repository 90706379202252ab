// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Reductions into arrays: elements between those that are reduced into keep their bits, whatever they are.
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define N 9
static double complex z[N], sum[N], product[3][N];
static double f[N], g[N], least[N];
#pragma dist distribute [block] :: z, f

int main(void)
{
	for (int i = 0; i < N; i++) z[i] = i + I, f[i] = i;
	for (int i = 0; i < N; i++) {
		sum[i] = -0.0 - 0.0 * I;
		g[i] = -0.0;
		least[i] = i % 2 ? -0.0 : NAN;
		product[0][i] = product[2][i] = 1;
		product[1][i] = INFINITY + I;
	}
	for (int i = 0; i < N; i++) sum[i % 3 * 2] += z[i];
	for (int i = 0; i < N; i++) g[i % 3 * 2] += f[i];
	for (int i = 0; i < N; i++) least[i % 3 * 2 + 1] = fmin(least[i % 3 * 2 + 1], f[i]);
	for (int i = 0; i < N; i++) product[i % 2 * 2][i] *= z[i];
	for (int i = 0; i < N; i++) {
		printf("%g%+gi %g %g", creal(sum[i]), cimag(sum[i]), g[i], i % 2 ? 0 : least[i]);
		for (int k = 0; k < 3; k++) printf(" %g%+gi", creal(product[k][i]), cimag(product[k][i]));
		printf("\n");
	}
	return 0;
}
