// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 7
// ARGS: 1 7
// ARGS: 0 3
// MAX-SLOW: 0
// Values that loop variables have after distributed nests.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 4, m = argc > 2 ? atoi(argv[2]) : 4;
	double a[n + 2][m], b[n + 2][m];
#pragma dist distribute [block][*] :: a, b
	int i = -1, j = -2, k = -3;
	for (i = 0; i < n + 2; i++)
		for (j = 0; j < m; j++) a[i][j] = i - j;
	printf("%d %d\n", i, j);
	for (i = n; i > 0; i -= 2)
		for (k = m - 1; k >= 1; k -= 3) b[i][k] = a[i - 1][k - 1];
	printf("%d %d %d\n", i, j, k);
	double residual = 0;
	for (i = 1; i < n + 1; i++)
		for (j = 1; j < m; j++) {
			double d = a[i - 1][j] - a[i][j - 1];
			residual += d * d;
			b[i][j] = d;
		}
	printf("%d %d %g\n", i, j, residual);
	// The last of several loops says what is left.
	for (i = 0; i < n + 2; i++) {
		for (j = 0; j < m; j++) a[i][j] = i + j;
		for (k = 0; k < 3; k++)
			for (j = 1; j < m - 1; j++) a[i][j] += k;
	}
	printf("%d %d %d\n", i, j, k);
	return 0;
}
