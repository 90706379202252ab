// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 7
// ARGS: 2 3
// ARGS: 31 9
// MAX-SLOW: 0
// Arrays behind pointers to rows, which are allocated one by one.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 11, m = argc > 2 ? atoi(argv[2]) : 6;
	double **u = malloc(n * sizeof *u), **v = (double **)malloc(n * sizeof(double *));
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute[block][*] ::u, v
	for (int i = 0; i < n; i++) {
		u[i] = malloc(m * sizeof **u);
		v[i] = (double *)calloc(m, sizeof(double));
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i][j] = i == 0 ? 64 : j;
	double sum = 0;
	for (int t = 0; t < 4; t++) {
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < m - 1; j++)
				v[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4;
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < m - 1; j++) u[i][j] = v[i][j];
		double **s = u;
		u = v, v = s;
		s = u, u = v, v = s;
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += u[i][j] - (int)v[i][j];
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) printf("%.17g ", u[i][j]);
		puts("");
	}
	printf("%.3f %g %g\n", sum, u[0][0], v[n - 1][m - 1]);
	u[n - 1][0] = 5;
	u[n - 1][0] += 2;
	printf("%g\n", u[n - 1][0]);
	for (int i = 0; i < n; i++) {
		free(u[i]);
		free(v[i]);
	}
	free(u);
	free(v);
	return 0;
}
