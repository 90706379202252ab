// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A function gets a plane of an array of three dimensions as a flat one, and is taken to work on the whole: where that
// does not hold, the subscripts are those of the source, whatever the extents are that were expected.
// ARGS: 7 4
// ARGS: 2 3
// MAX-SLOW: 28
// LOST: "does not hold" a plane is not the whole
#include <stdio.h>
#include <stdlib.h>

static int sweep(int n, int m, double *a, double *y)
{
	for (int j = 0; j < m; j++) {
		double s = 0;
		for (int i = 0; i < n; i++) s += a[i * m + j];
		y[j] = s;
		if (s > 1e9) return 1;
	}
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++) a[i * m + j] += y[j];
	return 0;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	double *a = malloc(sizeof *a * (size_t)(n * 5 * m)), *y = malloc(sizeof *y * (size_t)m), all = 0;
#pragma dist array a[n][5][m]
#pragma dist distribute a[block][*][*]
	for (int i = 0; i < n * 5 * m; i++) a[i] = i % 11;
	for (int i = 0; i < n; i++) all += sweep(5, m, a + i * 5 * m, y) + y[0];
	for (int i = 0; i < n * 5 * m; i++) all += a[i] * (i % 3);
	printf("%g\n", all);
	return 0;
}
