// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 24 18 5
// ARGS: 3 4 2
// ARGS: 1 1 1
// ARGS: 0 3 2
// ARGS: 3 0 2
// MAX-SLOW: 0
// One loop in place of two or three, whose row and column are a quotient and a remainder by lengths that only the run knows.
#include <stdio.h>
#include <stdlib.h>

static void planes(int n, int m, int l, double *u, double *v)
{
#pragma dist array u[n][m * l]
#pragma dist array v[n][m * l]
#pragma dist distribute [block][*] :: u, v
	for (int c = 0; c < n * m * l; c++) {
		int i = c / (m * l), j = c / l % m, k = c % l;
		u[(i * m + j) * l + k] = 100 * i + 10 * j + k;
	}
	for (int c = 0; c < n * m * l; c++) {
		int k = c % l, j = (c / l) % m, i = c / l / m;
		v[i * m * l + j * l + k] = u[(i * m + j) * l + k] + 0.5 * (i - j + k);
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, m = argc > 2 ? atoi(argv[2]) : 18, l = argc > 3 ? atoi(argv[3]) : 5;
	double *p, *q;
#pragma dist array p[n][m]
#pragma dist array q[n][m]
#pragma dist distribute [block][*] :: p, q
	p = malloc(((size_t)n * m + 1) * sizeof *p);
	q = malloc(((size_t)n * m + 1) * sizeof *q);
	for (int c = 0; c < n * m; c++) {
		int i = c / m, j = c % m;
		p[i * m + j] = i - 2 * j;
	}
	for (int c = 0; c < n * m; c++) {
		int i = c / m, j = c - i * m;
		if (i > 0 && i < n - 1 && j > 0 && j < m - 1)
			q[i * m + j] = p[(i - 1) * m + j] + p[(i + 1) * m + j] + p[i * m + j - 1] + p[i * m + (j + 1)];
		else
			q[c] = 0;
	}
	for (int c = 0; c < n * m; c++) {
		int row = c / m, column = c % m;
		if ((row + column) % 2 == 0) p[row * m + column] += q[row * m + column];
	}
	double sum = 0;
	for (int c = 0; c < n * m; c++) sum += p[c / m * m + c % m] * (c / m);
	printf("%g\n", sum);
	for (int c = 0; c < n * m; c++) printf("%g ", p[c] + q[c]);
	double *u = malloc(((size_t)n * m * l + 1) * sizeof *u), *v = malloc(((size_t)n * m * l + 1) * sizeof *v);
	planes(n, m, l, u, v);
	for (int c = 0; c < n * m * l; c++) printf("%g ", v[c]);
	printf("\n");
	free(p), free(q), free(u), free(v);
	return 0;
}
