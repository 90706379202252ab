// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// ARGS: 20 4
// ARGS: 700 3
// PER-STEP: procs=2 from="20 10" to="20 20" messages=2,2 bytes=1600,1600 collectives=0
// PER-STEP: procs=4 from="20 10" to="20 20" messages=6,6,6,6 bytes=1200,1200,1200,1200 collectives=0
// Sweeps down columns, of arrays that are split by rows. Each process needs its columns of x, and gives back those of
// y: what y held before is not brought where the sweep sets all of it before it reads any. It is where the first row
// stays, where an element may stay, and where both are one array. Large arrays use memory that they have left again.
#include <stdio.h>
#include <stdlib.h>

// A member is not handed on from process to process, as a variable would be.
typedef struct carried {
	double value;
} carried;

static void sweep(int n, int m, const double x[n][m], double y[n][m])
{
	for (int j = 0; j < m; j++) {
		carried last = {0};
		for (int i = 0; i < n; i++) {
			y[i][j] = x[i][j] + last.value / 2;
			last.value = y[i][j];
		}
	}
}

static void all_but_first(int n, int m, const double x[n][m], double y[n][m])
{
	for (int j = 0; j < m; j++) {
		carried last = {1};
		for (int i = 1; i < n; i++) {
			y[i][j] = x[i][j] - last.value / 2;
			last.value = y[i][j];
		}
	}
}

static void some(int n, int m, const double x[n][m], double y[n][m])
{
	for (int j = 0; j < m; j++) {
		carried last = {1};
		for (int i = 0; i < n; i++) {
			if (x[i][j] > last.value) y[i][j] = x[i][j] - last.value / 4;
			last.value = y[i][j] / 2;
		}
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 4;
	double(*x)[n], (*y)[n], (*z)[n];
#pragma dist array x[n][n], y[n][n], z[n][n]
#pragma dist distribute[block][*] ::x, y, z
	x = malloc(n * sizeof *x), y = malloc(n * sizeof *y), z = malloc(n * sizeof *z);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) x[i][j] = (i * 7 + j * 3) % 11, y[i][j] = i, z[i][j] = j % 5;
	all_but_first(n, n, x, z);
	some(n, n, x, z);
	sweep(n, n, z, z);
	for (int t = 0; t < steps; t++) {
		sweep(n, n, x, y);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) x[i][j] = y[i][j] / 2;
	}
	const int step = 1 + n / 50;
	for (int i = 0; i < n; i += step)
		for (int j = 0; j < n; j += step) printf("%.9g %.9g\n", y[i][j], z[i][j]);
	free(x), free(y), free(z);
	return 0;
}
