// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 40 3
// MAX-SLOW: 0
// PER-STEP: procs=4 from="40 4" to="40 24" messages=1,2,2,1 collectives=0
// The same with memory from malloc and swapped pointers; bytes of a row, or without its ends.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), steps = atoi(argv[2]);
	double(*u)[n] = malloc(sizeof(double[n][n])), (*v)[n] = malloc(sizeof(double[n][n]));
#pragma dist array u[n][n], v[n][n]
#pragma dist distribute [block][*] :: u, v
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) u[i][j] = v[i][j] = i * j % 10;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < n - 1; j++)
				v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
		double(*old)[n] = u;
		u = v;
		v = old;
	}
	printf("%.17g\n", u[n / 2][n / 3]);
	free(u);
	free(v);
	return argc != 3;
}
