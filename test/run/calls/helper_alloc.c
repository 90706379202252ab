// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 29
// ARGS: 1
// MAX-SLOW: 0
// Memory from a helper that checks, by result; a vector and a matrix.
#include <stdio.h>
#include <stdlib.h>

static void *get(size_t n, size_t size)
{
	void *memory = malloc(n * size);
	if (!memory) {
		fprintf(stderr, "no memory\n");
		exit(1);
	}
	return memory;
}

static double *vector(int n) { return (double *)get(n, sizeof(double)); }

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, m = 5;
	double *x = vector(n), *y = vector(n);
	double(*a)[m] = get(n, sizeof *a);
#pragma dist array x[n], y[n], a[n][m]
#pragma dist distribute x[block]
#pragma dist align y[i] with x[i]
#pragma dist align a[i][*] with x[i]
	for (int i = 0; i < n; i++) {
		x[i] = i % 5;
		y[i] = 0;
		for (int j = 0; j < m; j++) a[i][j] = i - j;
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) y[i] += a[i][j] * x[i];
	for (int i = 0; i < n; i++) printf("%g\n", y[i]);
	free(a);
	free(y);
	free(x);
	return 0;
}
