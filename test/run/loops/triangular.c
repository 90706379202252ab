// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13
// ARGS: 2
// ARGS: 1
// MAX-SLOW: 0
// Triangular and trapezoidal nests.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	double a[n][n], b[n][n];
#pragma dist distribute [block][*] :: a, b
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) a[i][j] = b[i][j] = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) a[i][j] = 10 * i + j;
	for (int i = 1; i < n; i++)
		for (int j = i; j < n; j++) b[i][j] = a[i - 1][0] + a[i][i - 1];
	for (int j = 0; j < n; j++)
		for (int i = j + 1; i < n; i++) b[i][j] = a[i][j] - a[i - 1][j];
	for (int i = 0; i < n; i++)
		for (int j = i > 2 ? i - 2 : 0; j < n && j <= i + 2; j++) b[i][j] += 1000;
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++) printf("%g ", b[i][j]);
		puts("");
	}
	return argc != 2;
}
