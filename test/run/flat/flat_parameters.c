// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 6 "for (int i = 0; i < n; i++) x[i] = by * (i % 7);": nothing in it is split
//            "printf("%g %g\n", cube[2][n / 2][m / 2], volume[5 * all + m]);": elements are read one by one
// ARGS: 20 15
// ARGS: 2 5
// ARGS: 3 1
// MAX-SLOW: 0
// Helpers that take arrays in flat order, with and without a shape: of whole arrays, parts of them, planes of larger arrays, and arrays
// without a mapping.
#include <stdio.h>
#include <stdlib.h>

static void axpy(int n, double alpha, double *x, double *y)
{
#pragma dist array x[n], y[n]
	for (int i = 0; i < n; i++) y[i] += alpha * x[i];
}

static double dot(int n, const double *x, const double *y)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += x[i] * y[i];
	return s;
}

static void set(int n, double *x, double by)
{
	for (int i = 0; i < n; i++) x[i] = by * (i % 7);
}

static void smooth(int n, int row, double *y, const double *x)
{
	for (int i = row; i < n - row; i++) y[i] = x[i - row] + x[i + row] + 0.5 * x[i];
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, m = argc > 2 ? atoi(argv[2]) : 15, all = n * m;
	double(*a)[m] = malloc(n * sizeof *a), *b = malloc(all * sizeof *b), *plain = malloc(all * sizeof *plain);
	double(*cube)[n][m] = malloc(4 * sizeof *cube), *volume = malloc(12 * all * sizeof *volume);
#pragma dist distribute a[block][*]
#pragma dist array b[n][m]
#pragma dist distribute b[block][*]
#pragma dist distribute cube[*][block][*]
#pragma dist array volume[3][4][n][m]
#pragma dist distribute volume[*][*][block][*]
	set(all, a[0], 1);
	set(all, b, 2);
	set(all, plain, 3);
	for (int k = 0; k < 4; k++) set(all, &cube[k][0][0], k);
	for (int k = 0; k < 12; k++) set(all, volume + k * all, 12 - k);
	axpy(all, 2, a[0], b);
	axpy(all, 3, &cube[2][0][0], &cube[3][0][0]);
	axpy(all, 0.5, cube[1][0], a[0]);
	axpy(all, 0.5, b, &cube[1][0][0]);
	axpy(all, 0.25, plain, b);
	axpy(all, 1, volume + 7 * all, volume + 2 * all);
	axpy(all, 1, volume + 11 * all, cube[0][0]);
	smooth(all, m, cube[2][0], cube[3][0]);
	smooth(all, m, volume + 5 * all, volume + 6 * all);
	smooth(all, 1, cube[0][0], b);
	printf("%.14g %.14g\n", dot(all, a[0], b), dot(all, cube[3][0], cube[1][0]));
	printf("%.14g %.14g\n", dot(all, volume + 2 * all, volume + 5 * all), dot(all, cube[2][0], cube[0][0]));
	printf("%g %g\n", cube[2][n / 2][m / 2], volume[5 * all + m]);
	free(a);
	free(b);
	free(plain);
	free(cube);
	free(volume);
	return 0;
}
