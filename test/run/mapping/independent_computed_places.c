// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
//
// `independent` loops whose row is computed from the counter, by a remainder or by a hash that wraps around: iterations
// are run where they write, which is found when the program runs. No message.
// ARGS: 0 3
// ARGS: 1 3
// ARGS: 2 3
// ARGS: 3 3
// PER-STEP: procs=2 from="0 3" to="0 13" messages=0 collectives=0
// PER-STEP: procs=4 from="0 3" to="0 13" messages=0 collectives=0
// PER-STEP: procs=7 from="0 3" to="0 13" messages=0 collectives=0
// PER-STEP: procs=2 from="1 3" to="1 13" messages=0 collectives=0
// PER-STEP: procs=4 from="1 3" to="1 13" messages=0 collectives=0
// PER-STEP: procs=7 from="1 3" to="1 13" messages=0 collectives=0
// PER-STEP: procs=4 from="3 3" to="3 13" messages=0 collectives=0
#include <stdio.h>
#include <stdlib.h>

static int place(int k, int n, int by) { return k * by % n; }

static void by_function(int n, int m, int by, const double *a, double *b)
{
#pragma dist independent
	for (int k = 0; k < n; k++) {
		int i = place(k, n, by);
		for (int j = 0; j < m; j++) b[i * m + j] = a[i * m + j] - .125 * b[i * m + j];
	}
}

static void by_hash(int n, int m, const double *a, double *b)
{
#pragma dist independent
	for (int k = 0; k < n; k++) {
		int i = (int)((unsigned)k * 2654435761u % (unsigned)n);
		for (int j = 0; j < m; j++) b[i * m + j] = a[i * m + j] + 1;
	}
}

static void by_table(int n, int m, const int *row, const double *a, double *b)
{
#pragma dist independent
	for (int k = 0; k < n; k++) {
		int i = row[k];
		for (int j = 0; j < m; j++) b[i * m + j] = .5 * a[i * m + j] + j;
	}
}

int main(int argc, char **argv)
{
	int kind = argc > 1 ? atoi(argv[1]) : 0, steps = argc > 2 ? atoi(argv[2]) : 3, n = 48, m = 20, row[48];
	double *a, *b, sum = 0;
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [block][*] :: a, b
	a = malloc(sizeof *a * n * m);
	b = malloc(sizeof *b * n * m);
	for (int i = 0; i < n; i++) row[i] = i * 5 % n;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = (7 * i + 3 * j) % 11, b[i * m + j] = 0;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) a[i * m + j] += .5;
		if (kind == 0) by_function(n, m, 7, a, b);
		if (kind == 1)
#pragma dist independent
			for (int k = 0; k < n; k++) {
				int i = (int)((unsigned)k * 2654435761u % (unsigned)n);
				for (int j = 0; j < m; j++) b[i * m + j] = a[i * m + j] + t;
			}
		if (kind == 3) by_hash(n, m, a, b);
		if (kind == 2) by_table(n, m, row, a, b);
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += (int)(64 * b[i * m + j]) % 101;
	printf("%.0f\n", sum);
	return 0;
}
