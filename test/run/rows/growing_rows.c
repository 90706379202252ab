// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror=dist %s
// BY-ALL: 3 the centres, k x m elements that have no mapping, are set by all, after n x k x m additions
// MAX-SLOW: 0
// ARGS: 83 7 5
// ARGS: 5 3 2
// Reductions into rows behind pointers that have no mapping: which rows and elements are touched is found as it goes,
// row by row. Rows of one block, rows that are allocated one by one, of different lengths, from the last one on, and by
// a function that sums and read rows come from.
#include <stdio.h>
#include <stdlib.h>

static double **rows(int n, int m)
{
	double **r = malloc(n * sizeof *r);
	r[0] = calloc((size_t)n * m, sizeof **r);
	for (int i = 1; i < n; i++) r[i] = r[i - 1] + m;
	return r;
}

static int nearest(const double *p, double **centre, int n, int m)
{
	int found = 0;
	double least = 1e30;
	for (int k = 0; k < n; k++) {
		double far = 0;
		for (int j = 0; j < m; j++) far += (p[j] - centre[k][j]) * (p[j] - centre[k][j]);
		if (far < least) least = far, found = k;
	}
	return found;
}

static void print(const char *name, double **r, int n, int m)
{
	for (int k = 0; k < n; k++)
		for (int j = 0; j < m; j++) printf("%s %d %d %g\n", name, k, j, r[k][j]);
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), k = atoi(argv[2]), m = atoi(argv[3]);
	double (*x)[m] = malloc(n * sizeof *x);
	int *member = malloc(n * sizeof *member);
	#pragma dist array x[n][m], member[n]
	#pragma dist distribute x[block][*]
	#pragma dist distribute member[block]
	for (int i = 0; i < n; i++) {
		member[i] = -1;
		for (int j = 0; j < m; j++) x[i][j] = (i * 7 + j * 3) % 16;
	}
	double **centre = rows(k, m), **sum = rows(k, m);
	int *count = calloc(k, sizeof *count);
	for (int c = 0; c < k; c++)
		for (int j = 0; j < m; j++) centre[c][j] = 5 * c + j;
	int changed = n;
	for (int step = 0; step < 6 && changed > 0; step++) {
		changed = 0;
		for (int i = 0; i < n; i++) {
			int c = nearest(x[i], centre, k, m);
			if (member[i] != c) changed++;
			member[i] = c;
			count[c]++;
			for (int j = 0; j < m; j++) sum[c][j] += x[i][j];
		}
		for (int c = 0; c < k; c++) {
			for (int j = 0; j < m; j++) {
				if (count[c]) centre[c][j] = sum[c][j] / count[c];
				sum[c][j] = 0;
			}
			count[c] = 0;
		}
		printf("%d\n", changed);
	}
	print("centre", centre, k, m);
	double **apart = malloc(k * sizeof *apart);
	for (int c = 0; c < k; c++) apart[c] = calloc(m + c, sizeof **apart);
	for (int i = 0; i < n; i++) {
		int c = k - 1 - member[i];
		apart[c][c] += x[i][0];
		for (int j = 1; j < m; j++) apart[c][j] += x[i][j];
	}
	print("apart", apart, k, m);
	double **largest = malloc(k * sizeof *largest);
	for (int c = k - 1; c >= 0; c--) largest[c] = calloc(m, sizeof **largest);
	for (int i = 0; i < n; i++) {
		int c = (member[i] + 1) % k;
		for (int j = 0; j < m; j++) largest[c][j] = x[i][j] > largest[c][j] ? x[i][j] : largest[c][j];
	}
	for (int c = 0; c < k; c++)
		for (int j = 0; j < m; j++) printf("largest %d %d %g\n", c, j, largest[c][j]);
	return 0;
}
