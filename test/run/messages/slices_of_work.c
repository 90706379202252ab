// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// ARGS: 20 4
// ARGS: 5 2
// PER-STEP: procs=2 from="64 10" to="64 20" messages=4,4 bytes=32768,32768 collectives=1
// PER-STEP: procs=4 from="64 10" to="64 20" messages=12,12,12,12 bytes=24576,24576,24576,24576 collectives=1
// Work arrays of an iteration hold a column of what is split by rows. All processes could fill them, and do all of the
// work on them: each would get all of the array, and nothing would be gained. The array goes to its columns and back
// instead, and each process works on its own.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int smooth(int n, double *x)
{
	for (int k = 1; k < n; k++) x[k] += x[k - 1] / 2;
	for (int k = n - 2; k >= 0; k--) x[k] = (x[k] + x[k + 1]) / 3;
	return x[0] > .5;
}

static void by_columns(int n, double u[n][n])
{
	double *x = malloc(sizeof *x * (size_t)n);
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < n; i++) x[i] = u[i][j];
		for (int i = 1; i < n; i++) x[i] -= x[i - 1] / 4;
		for (int i = 0; i < n; i++) u[i][j] = x[i];
	}
	free(x);
}

static int by_columns_in_function(int n, double u[n][n])
{
	int many = 0;
	double x[n];
#pragma dist independent new(x) reduction(+: many)
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < n; i++) x[i] = u[i][j];
		many += smooth(n, x);
		for (int i = 0; i < n; i++) u[i][j] = x[i];
	}
	return many;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 1;
	double(*u)[n] = malloc(sizeof(double[n][n]));
#pragma dist distribute u[block][*]
	long many = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) u[i][j] = i * j % 7 + .25 * i;
	for (int t = 0; t < steps; t++) {
		by_columns(n, u);
		many += by_columns_in_function(n, u);
	}
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += u[i][j] * (1 + j % 3);
	printf("%.10g %ld\n", sum, many);
	free(u);
	return 0;
}
