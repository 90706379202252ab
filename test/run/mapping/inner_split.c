// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13
// ARGS: 2
// ARGS: 1
// MAX-SLOW: 0
// Only an inner dimension split, of two and of three.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = 6, m = atoi(argv[1]);
	double a[n][m], b[n][m];
	float c[3][m][4];
#pragma dist distribute [*][block] :: a, b
#pragma dist distribute c[*][block][*]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = i - 2 * j, b[i][j] = 0;
	for (int k = 0; k < 3; k++)
		for (int j = 0; j < m; j++)
			for (int l = 0; l < 4; l++) c[k][j][l] = k * 100 + j * 10 + l;
	for (int i = 1; i < n; i++)
		for (int j = 1; j < m - 1; j++) b[i][j] = a[i - 1][j - 1] + a[i][j + 1];
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] += a[i - 1][j] * 0.5;
	for (int i = n - 2; i >= 0; i--)
		for (int j = 0; j < m; j++) a[i][j] -= a[i + 1][j];
	for (int j = 1; j < m; j++)
		for (int l = 0; l < 4; l++) c[0][j][l] = c[1][j - 1][l] + c[2][j][3 - l];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) printf("%g %g\n", a[i][j], b[i][j]);
	for (int j = 0; j < m; j++)
		for (int l = 0; l < 4; l++) printf("%g ", c[0][j][l]);
	printf("\n");
	return argc != 2;
}
