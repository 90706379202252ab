// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// SOURCES: ../Inputs/sizes.c
// FLAGS: -fno-whole-program
// MAX-SLOW: 0
// The integers that say how large arrays are come from another file: they may be elements of a mapped array, and once they are.
#include <stdio.h>
#include <stdlib.h>
void shift(const int *n, int level, const int *m, double *restrict to, const double *restrict from);
static int sizes[40];
static double *a, *b;
#pragma dist array a[31][20], b[31][20]
#pragma dist distribute [block][*] :: a, b
#pragma dist distribute sizes[block]
int main(void)
{
	int n[3] = {7, 31, 20};
	a = malloc(31 * 20 * sizeof *a), b = calloc(31 * 20, sizeof *b);
	for (int i = 0; i < 31; i++)
		for (int j = 0; j < 20; j++) a[i * 20 + j] = i + j * j;
	for (int i = 0; i < 40; i++) sizes[i] = i - 10;
	for (int t = 0; t < 3; t++) shift(n, 1, &n[2], b, a);
	shift(sizes, 39, &sizes[30], a, b);
	double s = 0;
	for (int i = 0; i < 31; i++)
		for (int j = 0; j < 20; j++) s += (a[i * 20 + j] + 3 * b[i * 20 + j]) * (i - j);
	printf("%g\n", s);
	return 0;
}
