// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 17
// ARGS: 11
// ARGS: 1
// COUNTS: 1 2 3 4 7 16
// Halos wider than the neighbour's block, at one side and at both, and elements from far away.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = 3;
	double a[n][m], b[n][m];
#pragma dist distribute [block][*] :: a, b
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = i * i + j, b[i][j] = 0;
	for (int t = 0; t < 2; t++) {
		for (int i = 5; i < n - 5; i++)
			for (int j = 0; j < m; j++) b[i][j] += a[i - 5][j] + a[i + 5][j] - a[i - 3][j] * a[i + 1][j];
		for (int i = 7; i < n; i++)
			for (int j = 0; j < m; j++) b[i][j] -= a[i - 7][j];
		for (int i = 0; i + 9 < n; i++)
			for (int j = 0; j < m; j++) b[i][j] += 2 * a[i + 9][j];
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) a[i][j] = b[i][j] + 1;
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) b[i][j] = a[n - 1 - i][j] + a[i / 2][j] + a[n - 1][0];
	for (int i = 0; i < n; i++) printf("%g %g %g\n", a[i][0], a[i][1], b[i][2]);
	return argc != 2;
}
