// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 17 5
// ARGS: 1 1
// ARGS: 3 4
// ARGS: 7 1 status
// MAX-SLOW: 0
// COUNTS: 1 3 4 2 7
// Automatic arrays of variable size.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	double u[n][m], v[n][m];
#pragma dist distribute [block][*] :: u, v
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			u[i][j] = i * 3 - j;
			v[i][j] = u[i][j];
		}
	for (int t = 0; t < 5; t++) {
		for (int i = 1; i < n - 1; i++)
			for (int j = 0; j < m; j++) v[i][j] = u[i - 1][j] * 0.5 + u[i + 1][j] * 0.25;
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) u[i][j] = v[i][j];
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) printf("%d %d %.17g\n", i, j, u[i][j]);
	return argc > 3;
}
