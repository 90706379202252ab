// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 3 "w[n - 1] = 1;": elements are set one by one
// ARGS: 21 9
// ARGS: 4 3
// MAX-SLOW: 0
//
// Variables of one type and bounds of another: what is converted is limited by the type that it has, and a condition is asked only of
// values behind those that it has admitted.
#include <stdio.h>
#include <stdlib.h>

static double **rows(unsigned n, unsigned m)
{
	double **a = malloc(n * sizeof *a);
	if (!a) exit(1);
	for (unsigned i = 0; i < n; i++) a[i] = malloc(m * sizeof **a);
	return a;
}

static double work(unsigned n, unsigned short k)
{
	double **a = rows(n, n), *v = malloc(n * sizeof *v), *w = malloc(n * sizeof *w), sum = 0;
#pragma dist array a[n][n], v[n], w[n]
#pragma dist distribute a[block][*]
#pragma dist distribute [block] :: v, w
	int i, j;
	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++) a[i][j] = i + 2 * j;
	for (unsigned x = 0; x < n; x++) v[x] = x;
	for (unsigned x = 0; x + 1 < n; x++) w[x] = v[x + 1] + a[x][x];
	w[n - 1] = 1;
	for (i = 1; i <= n - 1; i++) w[i] += v[i - 1];
	for (short s = 0; s < k && s < n; s++) w[s] -= v[s];
	for (i = 0; i < (int)n; i++) v[i] += 1;
	for (i = n - 1; i >= 0; i--) v[i] *= 2;
	for (unsigned x = n; x-- > 0;) v[x] *= 2;
	for (long x = 0; x < n; x += 2) v[x] += 3;
	for (unsigned x = 0; x + 2 <= n; x += 2) v[x] += w[x + 1];
	for (i = 0; i + 2 < n; i++) sum += v[i] * w[i] * v[i + 2];
	return sum;
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 30, k = argc > 2 ? (unsigned)atoi(argv[2]) : 9;
	printf("%.12g\n", work(n, (unsigned short)k));
	return 0;
}
