// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 7
// ARGS: 1
// MAX-SLOW: 0
// COUNTS: 1 2 3 4 7 8 16
// Three dimensions on a grid of three; seven and nineteen points.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = 6, l = 7;
	double a[n][m][l], b[n][m][l];
#pragma dist processors P[*][*][*]
#pragma dist distribute [block][block][block] onto P :: a, b
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++) a[i][j][k] = b[i][j][k] = (i + 3 * j + 7 * k) % 10;
	for (int t = 0; t < 2; t++) {
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < m - 1; j++)
				for (int k = 1; k < l - 1; k++)
					b[i][j][k] = a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] +
					             a[i][j][k - 1] + a[i][j][k + 1];
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < m - 1; j++)
				for (int k = 1; k < l - 1; k++)
					a[i][j][k] = b[i + 1][j + 1][k] - b[i - 1][j][k + 1] + b[i][j - 1][k - 1];
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++) printf("%g%c", a[i][j][k], k < l - 1 ? ' ' : '\n');
	return argc != 2;
}
