// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 9
// MAX-SLOW: 0
// The rows of a fine grid are twice as long as the coarse one's, which alone has a name.
#include <stdio.h>
#include <stdlib.h>

static void restrict_to(int n, double *to, const double *from)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) to[i * n + j] = from[2 * i * 2 * n + 2 * j] - from[(2 * i + 1) * 2 * n + 2 * j + 1];
}

static void inject(int n, double *to, const double *from)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) to[i * n + j] += from[(2 * i) * (2 * n) + 2 * j];
}

static void prolong(int n, double *to, const double *from)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			to[2 * i * 2 * n + 2 * j] += from[i * n + j];
			to[(2 * i + 1) * 2 * n + 2 * j] -= from[i * n + j];
			to[2 * i * 2 * n + 2 * j + 1] += 2 * from[i * n + j];
			to[(2 * i + 1) * 2 * n + 2 * j + 1] *= from[i * n + j];
		}
}

static double sum(int n, int m, const double *a)
{
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += a[i * m + j] * (i - 2 * j);
	return s;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 6;
	double *a = calloc(n * n, sizeof *a), *b = calloc(4 * n * n, sizeof *b);
#pragma dist array a[n][n], b[2 * n][2 * n]
#pragma dist distribute b[block][*]
#pragma dist align a[i][j] with b[2 * i][j]
	for (int i = 0; i < 2 * n; i++)
		for (int j = 0; j < 2 * n; j++) b[i * 2 * n + j] = i * i - j;
	restrict_to(n, a, b);
	printf("%g\n", sum(n, n, a));
	inject(n, a, b);
	printf("%g\n", sum(n, n, a));
	prolong(n, b, a);
	printf("%g\n", sum(2 * n, 2 * n, b));
	return 0;
}
