// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Ways out of loops that are run in turns, by a value of a row, or of an element: what the loop sets is as it is there,
// and nothing is asked row by row. Arguments: which loop, the limit, how often.
// ARGS: 0 1000
// ARGS: 0 6
// ARGS: 1 1000
// ARGS: 1 6
// ARGS: 2 1000
// ARGS: 2 6.5
// ARGS: 3 20000
// ARGS: 3 60
// ARGS: 4 1e9
// ARGS: 4 700
// ARGS: 5 101
// ARGS: 5 90
// ARGS: 6 1000
// ARGS: 6 5.5
// MAX-SLOW: 16
// BY-ALL: 10 what is handed on, a sum or a random number, is not taken back: those two loops are run by all
// PER-STEP: procs=2 from="1 1000 5" to="1 1000 15" messages=1,0 bytes=312,0 collectives=1
// PER-STEP: procs=4 from="1 1000 5" to="1 1000 15" messages=1,1,1,0 bytes=312,312,312,0 collectives=1
// PER-STEP: procs=7 from="1 1000 5" to="1 1000 15" messages=1,1,1,1,1,1,0 bytes=312,312,312,312,312,312,0 collectives=1
// PER-STEP: procs=2 from="7 1000 5" to="7 1000 15" messages=0 bytes=0 collectives=1
// PER-STEP: procs=7 from="7 1000 5" to="7 1000 15" messages=0 bytes=0 collectives=1
#include <stdio.h>
#include <stdlib.h>

enum { N = 61, M = 40 };

static double a[N][M], across[N][M], limit = 1000;
static int numbers[N];
#pragma dist distribute a[block][*]
#pragma dist distribute across[*][block]
#pragma dist distribute numbers[block]

// What is returned decides whether the caller goes on.
static double sweep_row(int i)
{
	double most = 0;
	for (int j = 1; j < M; j++) {
		a[i][j] = .5 * a[i][j] + .25 * (a[i][j - 1] + a[i - 1][j]);
		if (a[i][j] > most) most = a[i][j];
	}
	return most;
}

static double plain_row(int i)
{
	double most = 0;
	for (int j = 1; j < M; j++) {
		a[i][j] = .5 * a[i][j] + .25;
		if (a[i][j] > most) most = a[i][j];
	}
	return most;
}

static int rows_until(void)
{
	int i;
	for (i = 1; i < N; i++) {
		double most = sweep_row(i);
		if (most > limit) break;
	}
	return i;
}

static int plain_rows_until(void)
{
	int i;
	for (i = 1; i < N; i++)
		if (plain_row(i) > limit) break;
	return i;
}

static int elements_until(void)
{
	for (int i = 1; i < N; i++)
		for (int j = 0; j < M; j++) {
			a[i][j] = .5 * a[i][j] + .5 * a[i - 1][j];
			if (a[i][j] > limit) return i * M + j;
		}
	return -1;
}

// Rows come one after the other, in each of which all processes have a part.
static int columns_until(void)
{
	for (int i = 1; i < N; i++)
		for (int j = 1; j < M; j++) {
			across[i][j] += (across[i - 1][j] + across[i][j - 1]) / 2;
			if (across[i][j] > limit) {
				printf("%d %d %g\n", i, j, across[i][j]);
				return i * M + j;
			}
		}
	return -1;
}

// Sums that are handed on.
static double sum_until(void)
{
	double sum = 0;
	for (int i = 1; i < N; i++) {
		a[i][3] = a[i - 1][3] * .5 + i;
		sum += a[i][3] * i;
		if (sum > limit) break;
	}
	return sum;
}

// Numbers that follow from each other, in order.
static unsigned seed = 1;

static unsigned random_until(void)
{
	for (int i = 0; i < N; i++) {
		seed = seed * 1103515245 + 12345;
		numbers[i] = (int)(seed >> 16) % 100;
		if (numbers[i] > limit) break;
	}
	return seed;
}

static void sweep_or_end(void)
{
	for (int i = 1; i < N; i++)
		if (sweep_row(i) > limit) {
			printf("row %d: %g\n", i, a[i][M - 1]);
			exit(3);
		}
}

int main(int argc, char **argv)
{
	int kind = argc > 1 ? atoi(argv[1]) : 0, steps = argc > 3 ? atoi(argv[3]) : 4;
	double sum = 0;
	if (argc > 2) limit = atof(argv[2]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = (7 * i + 3 * j) % 11;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) across[i][j] = (5 * i + 4 * j) % 11;
	for (int t = 0; t < steps; t++) {
		if (kind == 0) printf("%d\n", rows_until());
		if (kind == 1) rows_until();
		if (kind == 2) printf("%d\n", elements_until());
		if (kind == 3) printf("%d\n", columns_until());
		if (kind == 4) printf("%g\n", sum_until());
		if (kind == 5) printf("%u\n", random_until());
		if (kind == 6) sweep_or_end();
		if (kind == 7) plain_rows_until();
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += (int)(64 * a[i][j]) % 101 + (int)(64 * across[i][j]) % 103;
	for (int i = 0; i < N; i++) sum += numbers[i];
	printf("%.0f\n", sum);
	return 0;
}
