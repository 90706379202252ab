// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Pointers to rows that are declared as arrays, of file scope and local.
#include <stdio.h>
#include <stdlib.h>
static double *rows[40];
#pragma dist array rows[40][30]
#pragma dist distribute rows[block][*]
static double sum(double **a, int n, int m)
{
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += a[i][j] * (i + j);
	return s;
}
static double local(int n, int m)
{
	double *a[64] = {0}, *b[100];
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [block][*] :: a, b
	double *block = malloc(n * m * sizeof *block);
	for (int i = 0; i < n; i++) a[i] = malloc(m * sizeof **a);
	for (int i = 0; i < n; i++) b[i] = block + i * m;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = i * j % 7, b[i][j] = 0;
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < m; j++) b[i][j] = a[i - 1][j] + a[i + 1][j];
	double s = sum(b, n, m);
	for (int i = 0; i < n; i++) free(a[i]);
	free(block);
	return s;
}
int main(void)
{
	printf("%zu\n", sizeof rows / sizeof rows[0]);
	for (int i = 0; i < 40; i++) rows[i] = calloc(30, sizeof **rows);
	for (int i = 0; i < 40; i++)
		for (int j = 0; j < 30; j++) rows[i][j] = i * j % 11;
	for (int i = 1; i < 39; i++)
		for (int j = 1; j < 29; j++) rows[i][j] += 0.5 * (rows[i][j - 1] > 3);
	printf("%g %g\n", sum(rows, 40, 30), rows[3][4]);
	printf("%g\n", local(20, 13));
	printf("%g\n", local(30, 11));
	for (int i = 0; i < 40; i++) free(rows[i]);
	return 0;
}
