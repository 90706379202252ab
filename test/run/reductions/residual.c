// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 18
// ARGS: 2
// MAX-SLOW: 0
// The change of a field, measured in the nest that computes it: it lives where the new value does.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	double(*v)[n] = calloc(n, sizeof *v), (*o)[n] = calloc(n, sizeof *o), diff = 0;
#pragma dist array v[n][n], o[n][n]
#pragma dist distribute[block][*] ::v, o
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) o[i][j] = i * j % 7;
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++) {
			v[i][j] = 0.25 * (o[i - 1][j] + o[i + 1][j] + o[i][j - 1] + o[i][j + 1]);
			double d = v[i][j] - o[i][j];
			if (d < 0) d = -d;
			if (d > diff) diff = d;
		}
	printf("%g %g\n", diff, v[n / 2][1]);
	return 0;
}
