// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 20
// ARGS: 3
// Vectors of restrict pointers: no cleanup function takes their address. They end with their block.
#include <stdio.h>
#include <stdlib.h>

static double sum_of(int n, int times)
{
	double sum = 0;
	for (int t = 0; t < times; t++) {
		double *restrict a[4];
		a[0] = malloc(4 * sizeof(double) * (size_t)n);
#pragma dist array a[4][n]
#pragma dist distribute a[*][block]
		for (int g = 1; g < 4; g++) a[g] = a[g - 1] + n;
		for (int g = 0; g < 4; g++)
			for (int i = 0; i < n; i++) a[g][i] = g + i + t;
		for (int i = 1; i < n - 1; i++) a[3][i] = a[0][i - 1] + a[1][i + 1];
		for (int g = 0; g < 4; g++)
			for (int i = 0; i < n; i++) sum += a[g][i];
		free(a[0]);
	}
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 8;
	printf("%g\n", sum_of(n, 3));
	return 0;
}
