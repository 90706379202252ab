// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 11
// ARGS: 1
// Steps other than one, in loops and in subscripts; red and black points.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = 9;
	double a[2 * n + 1][m], c[n + 1][m];
#pragma dist distribute a[block][*]
#pragma dist align c[i][j] with a[2*i][j]
	for (int i = 0; i < 2 * n + 1; i++)
		for (int j = 0; j < m; j++) a[i][j] = i * j % 13;
	for (int i = 1; i < 2 * n; i += 2)
		for (int j = 0; j < m; j += 3) a[i][j] = 100 + a[i - 1][j];
	for (int i = 0; i <= n; i++)
		for (int j = 0; j < m; j++) c[i][j] = a[2 * i][j] * 2;
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++) c[i][j] += a[2 * i - 1][j] + a[2 * i + 1][j];
	for (int colour = 0; colour < 2; colour++)
		for (int i = 1; i < 2 * n; i++)
			for (int j = 1 + (i + colour) % 2; j < m - 1; j += 2)
				a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
	for (int i = 3; i < 2 * n; i += 5)
		for (int j = 0; j < m; j++) a[i][j] += 0.5;
	for (int i = 0; i < 2 * n + 1; i++)
		for (int j = 0; j < m; j++) printf("%.17g%c", a[i][j], j < m - 1 ? ' ' : '\n');
	for (int i = 0; i < n + 1; i++)
		for (int j = 0; j < m; j++) printf("%g%c", c[i][j], j < m - 1 ? ' ' : '\n');
	return argc != 2;
}
