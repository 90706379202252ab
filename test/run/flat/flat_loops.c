// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 7
// ARGS: 2 3
// ARGS: 1 1
// One loop over a whole array of several dimensions.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	long n = atol(argv[1]), m = atol(argv[2]);
	double *a = malloc(n * m * sizeof *a), *b = malloc(n * m * sizeof *b);
	static float c[12][5];
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [block][*] :: a, b, c
	for (long k = 0; k < n * m; k++) a[k] = k % 10;
	for (long k = 0; k < n * m; k++) b[k] = 2 * a[k] + 1;
	double sum = 0;
	for (long k = 0; k < n * m; k++) sum += a[k] * b[k];
	float *flat = &c[0][0];
	for (int k = 0; k < 12 * 5; k++) flat[k] = k;
	for (long i = 1; i < n; i++)
		for (long j = 0; j < m; j++) a[i * m + j] += b[(i - 1) * m + j];
	printf("%g\n", sum);
	for (long i = 0; i < n; i++)
		for (long j = 0; j < m; j++) printf("%g %g\n", a[i * m + j], b[i * m + j]);
	for (int i = 0; i < 12; i++) printf("%g %g\n", c[i][0], c[i][4]);
	free(a), free(b);
	return argc != 3;
}
