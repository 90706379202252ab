// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 37
// ARGS: 31
// PER-STEP: procs=2 from="37 2" to="37 4" messages=3,1 bytes=16168,12800 collectives=0
// PER-STEP: procs=4 from="37 2" to="37 4" messages=6,5,4,3 bytes=13728,12320,11352,5120 collectives=1
// PER-STEP: procs=7 from="37 2" to="37 4" messages=12,11,10,9,8,7,6 bytes=8928,8400,8112,7824,7536,7248,1400 collectives=1
//
// Loops whose body has a loop beside other statements, which itself has to be distributed: a matrix of correlations,
// whose other half is set with the first one, behind its diagonal. Each part is split, and elements go once to where they
// are read: bytes are those of the halves of two blocks. (The diagonal of `e` goes to all.)
#include <stdio.h>
#include <stdlib.h>

#define MOST 41
#define ROWS 23

static double data[ROWS][MOST], corr[MOST][MOST], row[MOST], high[MOST][MOST], low[MOST][MOST];
static double e[MOST][MOST], cube[7][MOST][MOST];
#pragma dist distribute [block][*] :: corr, high, low, e
#pragma dist distribute row[block]
#pragma dist distribute cube[*][block][*]

static void correlate(int n)
{
	for (int i = 0; i < n - 1; i++) {
		corr[i][i] = 1;
		for (int j = i + 1; j < n; j++) {
			corr[i][j] = 0;
			for (int k = 0; k < ROWS; k++) corr[i][j] += data[k][i] * data[k][j];
			corr[j][i] = corr[i][j];
		}
	}
	corr[n - 1][n - 1] = 1;
}

// A private value of the outer loop in all parts, one of the inner loop in those of the inner loop; the last statement
// needs what the inner loop has set.
static void halves(int n, double scale)
{
	for (int i = 0; i < n; i++) {
		double of_row = scale * i + 1;
		row[n - 1 - i] = of_row;
		for (int j = 0; j < n; j++) {
			double both = of_row + j * scale;
			high[i][j] = both + row[n - 1 - i];
			low[j][i] = high[i][j] - both / 2;
		}
		e[i][0] += low[0][i];
	}
}

// Three deep: each level has a statement beside its loop.
static void deep(int n)
{
	for (int i = 1; i < 6; i++) {
		e[i][i] += 1;
		for (int j = 0; j < n; j++) {
			cube[i][j][0] = e[i][i] + j;
			for (int k = 1; k < n; k++) {
				cube[i][j][k] = cube[i][j][0] * k + i;
				cube[0][k][j] += cube[i][j][k];
			}
		}
	}
}

static double sum_of(int n, const double *v)
{
	double sum = 0;
	for (int i = 0; i < n; i++) sum += v[i] * (i % 5 + 1);
	return sum;
}

static void show(int n)
{
	for (int i = 0; i < n; i += 3)
		printf("%d: %g %g %g %g %g\n", i, sum_of(n, corr[i]), sum_of(n, high[i]), sum_of(n, low[i]),
		        sum_of(n, e[i]), sum_of(n, cube[0][i]));
	printf("%g\n", sum_of(n, row));
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 37, steps = argc > 2 ? atoi(argv[2]) : 2;
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < n; j++) data[i][j] = i * j % 7 - 3;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) low[i][j] = high[i][j] = e[i][j] = (i + 2 * j) % 11;
	halves(n, .5);
	for (int t = 0; t < steps; t++) {
		correlate(n);
		deep(n);
	}
	show(n);
	return 0;
}
