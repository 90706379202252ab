// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 64 3
// MAX-SLOW: 0
// PER-STEP: procs=4 from="64 2" to="64 7" messages=6,6,6,6 bytes=12288,12288,12288,12288 collectives=0
// There and back: each process sends three quarters of its rows, a piece to each other one, and gets them back.
#include <stdio.h>
#include <stdlib.h>

static void down(int n, double x[n][n])
{
#pragma dist distribute x[*][block]
	for (int i = 1; i < n; i++)
		for (int j = 0; j < n; j++) x[i][j] += 0.5 * x[i - 1][j];
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), steps = atoi(argv[2]);
	double a[n][n];
#pragma dist distribute a[block][*]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) a[i][j] = i * j % 10;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 1; j < n; j++) a[i][j] += 0.5 * a[i][j - 1];
		down(n, a);
	}
	printf("%.17g\n", a[n / 2][n / 3]);
	return argc != 3;
}
