// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 20
// ARGS: 9
// MAX-SLOW: 0
// Flat subscripts of columns at the end of rows: the row's length stands in the column.
#include <stdio.h>
#include <stdlib.h>

static void right(const int x, const int y, const int h, const int depth, double *b)
{
	for (int j = h; j < y - h; ++j)
		for (int k = 0; k < depth; ++k) {
			int base = j * x;
			b[base + (x - h + k)] = b[base + (x - h - 1 - k)];
		}
}

static void left(const int x, const int y, const int h, const int depth, double *b)
{
	for (int j = h; j < y - h; ++j)
		for (int k = 0; k < depth; ++k) b[j * x + h - 1 - k] = b[j * x + h + k];
}

int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 20, y = x + 4;
	double *a, s = 0;
#pragma dist array a[y][x]
#pragma dist distribute a[block][*]
	a = malloc(x * y * sizeof *a);
	for (int j = 0; j < y; j++)
		for (int i = 0; i < x; i++) a[i + j * x] = i * j % 17;
	for (int t = 0; t < 4; t++) {
		right(x, y, 2, 1 + t % 2, a);
		left(x, y, 2, 1 + t % 2, a);
		for (int j = 0; j < y; j++) a[(j + 1) * x - 1] += a[j * x];
	}
	for (int j = 0; j < y; j++)
		for (int i = 0; i < x; i++) s += a[i + j * x] * (i + 1) * j;
	printf("%.15g\n", s);
	free(a);
	return 0;
}
