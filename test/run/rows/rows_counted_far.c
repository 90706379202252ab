// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 4
// BY-ALL: 82 "for (int i = 0; i < n; i++) count[i] = i + 2 < n ? 2 * m : m;": `two` is not used as the mapped
//              array `two` with its 2 dimension(s), or not within its rows
//            "for (int i = 0; i < n; i++) for (int k = 0; k < m; k++) sum...": `two` is not used as the
//              mapped array `two` with its 2 dimension(s), or not within its rows
//            "for (int i = 0; i < n; i++) a[i][count[i] - 1] = -sum;": `a` is not used as the mapped
//              array `a` with its 2 dimension(s), or not within its rows
//            "for (int i = 0; i < n; i++) for (int k = 0; k < count[i]; k...": `a` is not used as the
//              mapped array `a` with its 2 dimension(s), or not within its rows
// ARGS: 20 6
//
// How far loops go in a row is known to the data only, and they do go further: rows in one block of memory are one behind the other,
// and a vector may hold the rows of two arrays.
#include <stdio.h>
#include <stdlib.h>

static double **one_block(int n, int m)
{
	double **a = malloc((size_t)n * sizeof *a), *all = malloc((size_t)(n * m) * sizeof *all);
	if (!a || !all) exit(1);
	for (int i = 0; i < n; i++) a[i] = all + (size_t)i * (size_t)m;
	return a;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, m = argc > 2 ? atoi(argv[2]) : 6;
	int *count = malloc((size_t)n * sizeof *count);
#pragma dist array count[n]
#pragma dist distribute count[block]
	double **a = one_block(n, m);
#pragma dist array a[n][m]
#pragma dist distribute a[block][*]
	double **two = malloc(2 * (size_t)n * sizeof *two);
#pragma dist array two[n][m]
#pragma dist distribute two[block][*]
	for (int i = 0; i < 2 * n; i++) two[i] = malloc((size_t)m * sizeof **two);
	for (int i = 0; i < n; i++) {
		count[i] = i + 2 < n ? 2 * m : m;
		for (int k = 0; k < m; k++) a[i][k] = i * m + k, two[i][k] = i - k, two[n + i][k] = i + k;
	}
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < count[i]; k++) sum += a[i][k];
	for (int i = 0; i < n; i++) a[i][count[i] - 1] = -sum;
	printf("%g", sum);
	sum = 0;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < m; k++) sum += two[count[i] - m + i][k] + two[i + count[i] / m * n - n][k];
	for (int i = 0; i < n; i++)
		for (int k = 0; k < m; k++) sum += i * a[i][k];
	printf(" %g\n", sum);
	return 0;
}
