// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 40 7
// ARGS: 5 3
// MAX-SLOW: 0
//
// A sparse matrix by rows, with as many elements in each row as a count says (ELLPACK): how far loops go in a row, and which rows they
// look at, is known to the data only. Rows that are allocated one by one are not left by a subscript, nor is their vector.
#include <stdio.h>
#include <stdlib.h>

typedef struct sparse {
	int n, most;
	int *count, **column;
	double **value;
#pragma dist array count[n], column[n][most], value[n][most]
#pragma dist distribute count[block]
#pragma dist distribute [block][*] :: column, value
} sparse;

static sparse *allocate(int n, int most)
{
	sparse *a = malloc(sizeof *a);
	if (!a) exit(1);
	a->n = n;
	a->most = most;
	a->count = malloc((size_t)n * sizeof *a->count);
	a->column = malloc((size_t)n * sizeof *a->column);
	for (int i = 0; i < n; i++) a->column[i] = malloc((size_t)most * sizeof **a->column);
	a->value = malloc((size_t)n * sizeof *a->value);
	for (int i = 0; i < n; i++) a->value[i] = malloc((size_t)most * sizeof **a->value);
	return a;
}

static double row_sums(const sparse *a, double *longest)
{
	double all = 0;
	for (int i = 0; i < a->n; i++) {
		double sum = 0;
		for (int k = 0; k < a->count[i]; k++) sum += a->value[i][k] < 0 ? -a->value[i][k] : a->value[i][k];
		all += sum;
		*longest = *longest < sum ? sum : *longest;
	}
	return all;
}

// Elements that are too small go: those behind them move up.
static void thin(sparse *a, double least)
{
	for (int i = 0; i < a->n; i++) {
		int left = 0;
		for (int k = 0; k < a->count[i]; k++)
			if (a->value[i][k] > least) {
				a->value[i][left] = a->value[i][k];
				a->column[i][left] = a->column[i][k];
				left++;
			}
		a->count[i] = left;
	}
}

// The first elements of the rows that a row's columns name.
static double neighbours(const sparse *a)
{
	double all = 0;
	for (int i = 0; i < a->n; i++)
		for (int k = 0; k < a->count[i]; k++) {
			int j = a->column[i][k];
			for (int l = 0; l < a->count[j]; l++) all += a->value[i][k] * a->value[j][l];
		}
	return all;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, most = argc > 2 ? atoi(argv[2]) : 5;
	double longest = 0;
	sparse *a = allocate(n, most);
	for (int i = 0; i < n; i++) {
		a->count[i] = 1 + i % most;
		for (int k = 0; k < most; k++) a->column[i][k] = (3 * i + k) % n, a->value[i][k] = (i * 5 + k * 7) % 11 - 4;
	}
	printf("%g", row_sums(a, &longest));
	printf(" %g %g\n", longest, neighbours(a));
	thin(a, 0);
	printf("%g %g\n", row_sums(a, &longest), neighbours(a));
	return 0;
}
