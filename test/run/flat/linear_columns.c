// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 17
// ARGS: 5
// MAX-SLOW: 0
// Memory linearised by hand, column by column: the second subscript is the slow one, and it is split.
#include <stdio.h>
#include <stdlib.h>

#define A(i, j) a[(i) + (j) * (n)]
#define B(i, j) b[(i) + (j) * (size_t)(n)]

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	double *a = malloc(sizeof(double) * n * n), *b = calloc((size_t)n * n, sizeof(double));
#pragma dist array a[n][n], b[n][n]
#pragma dist distribute [block][*] :: a, b
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) A(i, j) = i * 4 + j;
	for (int j = 2; j < n - 2; j++)
		for (int i = 2; i < n - 2; i++) B(i, j) += A(i - 2, j) * 3 + A(i, j - 2) * 5 - A(i + 2, j) + A(i, j + 2);
	double norm = 0;
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) norm += B(i, j);
	printf("%g\n", norm);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++) printf("%g ", B(i, j));
		printf("\n");
	}
	free(a), free(b);
	return argc != 2;
}
