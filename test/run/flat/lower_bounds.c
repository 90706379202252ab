// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
//
// Rows that begin at a lower bound other than 0, taken from the subscript: j - x_min + 2 lies in its row, whatever x_min is.
#include <stdio.h>
#include <stdlib.h>
#define AT(i, j, size, ilb, jlb) ((size) * (j - (jlb)) + (i) - (ilb))
static void halo(int *xmin, int *xmax, int *ymin, int *ymax, double *a, int *dpt)
{
	int x_min = *xmin, x_max = *xmax, y_min = *ymin, y_max = *ymax, depth = *dpt;
	int j, k;
	for (j = x_min - depth; j <= x_max + depth; j++) {
		for (k = 1; k <= depth; k++)
			a[AT(j, 1 - k, x_max + 4, x_min - 2, y_min - 2)] = a[AT(j, 0 + k, x_max + 4, x_min - 2, y_min - 2)];
	}
	for (k = y_min - depth; k <= y_max + depth; k++) {
		for (j = 1; j <= depth; j++)
			a[AT(1 - j, k, x_max + 4, x_min - 2, y_min - 2)] = a[AT(0 + j, k, x_max + 4, x_min - 2, y_min - 2)];
	}
}
int main(int argc, char **argv)
{
	int nx = argc > 1 ? atoi(argv[1]) : 12, ny = argc > 2 ? atoi(argv[2]) : 14, one = 1, two = 2;
	double *a, s = 0;
#pragma dist array a[ny + 4][nx + 4]
#pragma dist distribute a[block][*]
	a = malloc((nx + 4) * (ny + 4) * sizeof *a);
	for (int j = 0; j < ny + 4; j++)
		for (int i = 0; i < nx + 4; i++) a[j * (nx + 4) + i] = i * j % 17;
	for (int t = 0; t < 5; t++) {
		halo(&one, &nx, &one, &ny, a, &two);
		halo(&one, &nx, &one, &ny, a, &one);
	}
	for (int j = 0; j < ny + 4; j++)
		for (int i = 0; i < nx + 4; i++) s += a[j * (nx + 4) + i] * (i + 3 * j);
	printf("%g\n", s);
}
