// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A function that gives a subscript, and asserts what it is given: the subscript is that of a function without.
// ARGS: 20
// ARGS: 5
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int at(int i, int j, int n)
{
	assert(i >= 0 && i < n);
	assert(j < 40);
	return i * n + j;
}

static void relax(float *d, int u, int v, int k, int n)
{
	if (d[at(u, k, n)] + d[at(k, v, n)] < d[at(u, v, n)]) d[at(u, v, n)] = d[at(u, k, n)] + d[at(k, v, n)];
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	float *d = malloc(sizeof *d * n * n), sum = 0;
#pragma dist array d[n][n]
#pragma dist distribute d[block][*]
	puts("begins");
	fflush(stdout);
	for (int u = 0; u < n; u++)
		for (int v = 0; v < n; v++) d[at(u, v, n)] = u == v ? 0 : (u * 7 + v * 13) % 31 + 1;
	for (int k = 0; k < n; k++)
		for (int u = 0; u < n; u++)
			if (u != k)
				for (int v = 0; v < n; v++)
					if (v != k) relax(d, u, v, k, n);
	for (int u = 0; u < n; u++) sum += d[at(u, n - 1, n)];
	printf("%g\n", sum);
	return 0;
}
