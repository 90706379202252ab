// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 66 "for (int j = 0; j < m; j++) a[i][j] = 0;": nothing in it is split
//            "for (int j = 0; j < m; j++) b[i][j] = i - j;": nothing in it is split
// ARGS: 13 7
// MAX-SLOW: 0
// Rows that are filled where they are allocated: a nest for each row, which nobody waits for.
#include <stdio.h>
#include <stdlib.h>

static double **zeros(int n, int m)
{
	double **a = malloc(n * sizeof *a);
	for (int i = 0; i < n; i++) {
		a[i] = malloc(m * sizeof **a);
		for (int j = 0; j < m; j++) a[i][j] = 0;
	}
	return a;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 11, m = argc > 2 ? atoi(argv[2]) : 6;
	double **a = zeros(n, m), **b;
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [block][*] :: a, b
	b = malloc(n * sizeof *b);
	for (int i = 0; i < n; i++) {
		b[i] = malloc(m * sizeof **b);
		for (int j = 0; j < m; j++) b[i][j] = i - j;
	}
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] += b[i - 1][j];
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) printf("%g ", a[i][j]);
		puts("");
		free(a[i]);
		free(b[i]);
	}
	free(a);
	free(b);
	return 0;
}
