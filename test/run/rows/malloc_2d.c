// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 7
// ARGS: 1 9
// ARGS: 5 2
// MAX-SLOW: 0
// malloc with a pointer to rows of variable length.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 11, m = argc > 2 ? atoi(argv[2]) : 6;
	double(*u)[m] = malloc(sizeof(double[n][m]));
	double(*v)[m] = malloc(n * sizeof *v);
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute [block][*] :: u, v
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i][j] = v[i][j] = i == 0 ? 64 : j;
	for (int t = 0; t < 4; t++) {
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < m - 1; j++)
				v[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4;
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < m - 1; j++) u[i][j] = v[i][j];
	}
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) printf("%.17g ", u[i][j]);
		puts("");
	}
	free(u);
	free(v);
	return 0;
}
