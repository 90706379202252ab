// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 64 3
// MAX-SLOW: 0
// PER-STEP: procs=4 from="64 2" to="64 7" messages=12,12,12,12 bytes=24576,24576,24576,24576 collectives=0
// A transform by rows and columns: three quarters of both arrays go to the other processes, and come back.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), steps = atoi(argv[2]);
	double(*a)[n] = malloc(sizeof(double[n][n])), (*b)[n] = malloc(sizeof(double[n][n]));
#pragma dist distribute a[block][*]
#pragma dist align b[i][j] with a[i][j]
#pragma dist dynamic a
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) a[i][j] = i * j % 10, b[i][j] = i - j;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 1; j < n; j++) a[i][j] += 0.5 * a[i][j - 1] + b[i][j];
#pragma dist redistribute a[*][block]
		for (int i = 1; i < n; i++)
			for (int j = 0; j < n; j++) a[i][j] += 0.5 * a[i - 1][j] - b[i][j];
#pragma dist redistribute a[block][*]
	}
	printf("%.17g\n", a[n / 2][n / 3]);
	free(a);
	free(b);
	return argc != 3;
}
