// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 19 -3 100
// ARGS: 7 2 5
// ARGS: 1 0 1
// MIN and MAX macros in bounds and subscripts.
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = 8, lo = atoi(argv[2]), hi = atoi(argv[3]);
	double a[n][m], b[n][m];
#pragma dist distribute [block][*] :: a, b
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = i * m + j, b[i][j] = 0;
	for (int i = MAX(lo, 1); i < MIN(hi, n - 1); i++)
		for (int j = MAX(1, i - 3); j < MIN(m - 1, i + 3); j++) b[i][j] = a[i - 1][j] + a[i + 1][j];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) b[i][j] += a[MIN(i + 1, n - 1)][j] - a[MAX(i - 1, 0)][MAX(j - 1, 0)];
	for (int ii = 0; ii < n; ii += 4)
		for (int jj = 0; jj < m; jj += 3)
			for (int i = ii; i < MIN(ii + 4, n); i++)
				for (int j = jj; j < MIN(jj + 3, m); j++) b[i][j] += 0.5 * a[i][j];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) printf("%g%c", b[i][j], j < m - 1 ? ' ' : '\n');
	return argc != 4;
}
