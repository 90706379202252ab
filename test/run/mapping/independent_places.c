// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ENV: HPCC_REPLICATE=0
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
// ARGS: 48 20 3
// ARGS: 5 3 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="48 20 4" to="48 20 14" messages=0 bytes=0 collectives=0
// PER-STEP: procs=4 from="48 20 4" to="48 20 14" messages=0 bytes=0 collectives=0
// PER-STEP: procs=7 from="48 20 4" to="48 20 14" messages=0 bytes=0 collectives=0
// Loops that are `independent`, whose iterations write rows that only the run knows: by a table, by blocks that a table
// names. Each iteration runs where what it writes is, and nothing is sent.
#include <stdio.h>
#include <stdlib.h>

enum { BS = 4 };

static void by_table(int n, int m, const int *row, const double *a, double *b)
{
#pragma dist independent
	for (int k = 0; k < n; k++) {
		int i = row[k];
		for (int j = 0; j < m; j++) b[i * m + j] = .5 * a[i * m + j] + j;
	}
}

static void by_blocks(int blocks, int n, int m, const int *block, const double *a, double *b)
{
#pragma dist independent
	for (int k = 0; k < blocks; k++) {
		int top = BS * block[k];
		for (int i = top; i < top + BS && i < n; i++)
			for (int j = 0; j < m; j++) b[i * m + j] += .25 * a[i * m + j];
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 48, m = argc > 2 ? atoi(argv[2]) : 20, steps = argc > 3 ? atoi(argv[3]) : 3;
	int blocks = (n + BS - 1) / BS, *row = malloc(n * sizeof *row), *block = malloc(blocks * sizeof *block);
	double *a, *b, sum = 0;
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [block][*] :: a, b
	a = malloc(sizeof *a * n * m);
	b = malloc(sizeof *b * n * m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = (7 * i + 3 * j) % 11, b[i * m + j] = 0;
	for (int k = 0; k < n; k++) row[k] = n - 1 - k;
	for (int k = 0; k < n; k += 3) {
		int i = row[k];
		row[k] = row[n / 2];
		row[n / 2] = i;
	}
	for (int k = 0; k < blocks; k++) block[k] = (k + blocks / 2) % blocks;
	for (int t = 0; t < steps; t++) {
		by_table(n, m, row, a, b);
		by_blocks(blocks, n, m, block, b, a);
		by_table(n, m, row, b, a);
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += (int)(64 * b[i * m + j]) % 101;
	printf("%.0f\n", sum);
	return 0;
}
