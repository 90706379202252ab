// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 12 "printf("%g %g %g", x[i], y[i], z[i]);": elements are read one by one
// ARGS: 13 5
// ARGS: 4 4
// ARGS: 1 3
// MAX-SLOW: 0
// Pointers to mapped memory that change places, odd and even numbers of times.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = 7, steps = atoi(argv[2]);
	double(*now)[m] = malloc(sizeof(double[n][m])), (*next)[m] = malloc(sizeof(double[n][m]));
	double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), *z = malloc(n * sizeof *z);
#pragma dist array now[n][m], next[n][m], x[n], y[n], z[n]
#pragma dist distribute [block][*] :: now, next
#pragma dist align [i] with now[i][*] :: x, y, z
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) now[i][j] = next[i][j] = i + j;
		x[i] = i, y[i] = 10 * i, z[i] = 100 * i;
	}
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n - 1; i++)
			for (int j = 0; j < m; j++) next[i][j] = now[i - 1][j] + now[i + 1][j] - now[i][j] / 2;
		double(*temporary)[m] = now;
		now = next;
		next = temporary;
		for (int i = 1; i < n; i++) x[i] = y[i - 1] + z[i];
		double *w = x;
		x = y, y = z, z = w;
	}
	for (int i = 0; i < n; i++) {
		printf("%g %g %g", x[i], y[i], z[i]);
		for (int j = 0; j < m; j++) printf(" %.17g", now[i][j]);
		printf("\n");
	}
	free(now), free(next), free(x), free(y), free(z);
	return argc != 3;
}
