// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A function of another file for one element, with a helper beside it whose name is a word that headers have in their
// comments, too: it is declared where it is needed all the same.
// SOURCES: ../Inputs/names_of_helpers.c
// ARGS: 4 39 43
#include <stdio.h>
#include <stdlib.h>

double cell(int n, int m, double a[n][m], int i, int j);

int main(int argc, char **argv)
{
	int steps = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]);
	double(*u)[m] = malloc(n * m * sizeof(double));
	double(*v)[m] = malloc(n * m * sizeof(double));
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute u[block][*], v[block][*]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i][j] = v[i][j] = (i * 7 + j * 5) % 23;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) v[i][j] = cell(n, m, u, i, j);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) u[i][j] = cell(n, m, v, i, j);
	}
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += (i % 3) * u[i][j];
	printf("%.9g\n", s);
	return 0;
}
