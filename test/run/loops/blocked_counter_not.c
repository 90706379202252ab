// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 12 20
// MAX-SLOW: 4
// BY-ALL: 100 divisors that are not the same when the program runs, or below 0
// Counters of blocks that are no row and column of them: the remainder is by another number than the quotient, the
// divisor is below 0, or the counter ends elsewhere.
#include <stdio.h>
#include <stdlib.h>

enum { BS = 2 };

static void blocks(int n, int m, int count, int across, int modulus, double *a)
{
	int c;
	for (c = 0; c < count; c++) {
		int top = BS * (c / across), left = BS * (c % modulus);
		for (int i = top < 0 ? 0 : top; i < top + BS && i < n; i++)
			for (int j = left; j < left + BS && j < m; j++) a[i * m + j] += top - left + 1;
	}
	printf("%d\n", c);
}

static void until(int n, int m, int count, int across, double *a)
{
	int c;
	for (c = 0; c < count; c++) {
		if (BS * (c / across) >= n - BS) break;
		for (int i = BS * (c / across); i < BS * (c / across) + BS; i++)
			for (int j = BS * (c % across); j < BS * (c % across) + BS; j++) a[i * m + j] -= c;
	}
	printf("%d\n", c);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, m = argc > 2 ? atoi(argv[2]) : 20;
	double *a;
#pragma dist array a[n][m]
#pragma dist distribute a[block][*]
	a = malloc(sizeof *a * n * m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = 7 * i + j;
	blocks(n, m, n / BS * (m / BS), m / BS, m / BS, a);
	blocks(n, m, n / BS * (m / BS), m / BS, m / BS - 1, a);
	blocks(n, m, n / BS * (m / BS), -(m / BS), m / BS, a);
	blocks(n, m, 0, 0, 0, a);
	until(n, m, n / BS * (m / BS), m / BS, a);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) printf("%g%c", a[i * m + j], j < m - 1 ? ' ' : '\n');
	free(a);
	return 0;
}
