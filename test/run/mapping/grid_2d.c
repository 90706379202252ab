// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 17
// ARGS: 2 5
// ARGS: 1 1
// MAX-SLOW: 0
// COUNTS: 1 2 3 4 6 7 16
// Both dimensions split: five and nine points, sizes from the command line.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	double(*u)[m] = malloc(sizeof(double[n][m])), (*v)[m] = malloc(sizeof(double[n][m]));
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute [block][block] :: u, v
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i][j] = v[i][j] = (3 * i + 5 * j) % 16;
	for (int t = 0; t < 4; t++) {
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < m - 1; j++)
				v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < m - 1; j++)
				u[i][j] = v[i][j] + v[i - 1][j - 1] + v[i + 1][j - 1] - v[i - 1][j + 1] - v[i + 1][j + 1];
	}
	double sum = 0, highest = -1e9;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			sum += u[i][j];
			if (v[i][j] > highest) highest = v[i][j];
		}
	printf("%.17g %.17g\n", sum, highest);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) printf("%.17g%c", u[i][j], j < m - 1 ? ' ' : '\n');
	free(u);
	free(v);
	return argc != 3;
}
