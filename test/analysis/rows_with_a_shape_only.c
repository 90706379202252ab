// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -Werror=dist -c %s -o /dev/null
//
// Rows with a shape and no mapping are everybody's, though their memory comes from the function that allocates mapped
// ones, too: nothing is stored by owners there, and nothing said of it.
#include <stdlib.h>

static double **allocate(int m, int n)
{
	double **a = malloc(m * sizeof(double *));
	a[0] = malloc(m * n * sizeof(double));
	for (int i = 1; i < m; i++) a[i] = a[0] + i * n;
	return a;
}

double product(int m, int n, int k)
{
	double **a = allocate(m, k), **b = allocate(k, n), **c = allocate(m, n), sum = 0;
#pragma dist array a[m][k], b[k][n], c[m][n]
#pragma dist distribute a[block][*], c[block][*]
	for (int i = 0; i < m; i++)
		for (int j = 0; j < k; j++) a[i][j] = i + j;
	for (int i = 0; i < k; i++)
		for (int j = 0; j < n; j++) b[i][j] = 2 * i + j;
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			c[i][j] = 0;
			for (int l = 0; l < k; l++) c[i][j] += a[i][l] * b[l][j];
		}
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) sum += c[i][j];
	return sum;
}
