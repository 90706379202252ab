// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 7 "in[0] = 1;": elements are set one by one
// MAX-SLOW: 0
// ARGS: 37 5
// ARGS: 3 9
// ARGS: 1 1
// Sums over rows that are split, one after the other in a scalar: of a layer of weights, of the columns of a matrix.
#include <stdio.h>
#include <stdlib.h>

static void forward(double *in, double *out, double **weight, int n, int m)
{
	double sum;
	int j, k;
	in[0] = 1;
	for (j = 1; j <= m; j++) {
		sum = 0;
		for (k = 0; k <= n; k++) sum += weight[k][j] * in[k];
		out[j] = sum;
	}
}

static void adjust(double *delta, double *in, double **weight, double **before, int n, int m)
{
	for (int j = 1; j <= m; j++)
		for (int k = 0; k <= n; k++) {
			double by = delta[j] * in[k] + before[k][j];
			weight[k][j] += by;
			before[k][j] = by;
		}
}

static double **matrix(int n, int m)
{
	double **a = malloc(n * sizeof *a);
	for (int i = 0; i < n; i++) a[i] = malloc(m * sizeof **a);
	return a;
}

static void column_means(int n, int m, double (*a)[m], double *mean)
{
	for (int j = 0; j < m; j++) {
		double sum = 0, most = a[0][j];
		for (int i = 0; i < n; i++) {
			sum += a[i][j];
			if (a[i][j] > most) most = a[i][j];
		}
		mean[j] = sum / n + most;
	}
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	double *in = malloc((n + 1) * sizeof *in), *out = calloc(m + 1, sizeof *out), *mean = calloc(m + 1, sizeof *mean);
	double **w = matrix(n + 1, m + 1), **before = matrix(n + 1, m + 1);
	double(*a)[m] = malloc(n * sizeof *a);
	#pragma dist array w[n + 1][m + 1], before[n + 1][m + 1], in[n + 1]
	#pragma dist distribute [block][*] :: w, before, a
	#pragma dist distribute in[block]
	for (int i = 0; i <= n; i++) {
		in[i] = i % 5;
		for (int j = 0; j <= m; j++) w[i][j] = i * 3 + j, before[i][j] = i - j;
	}
	for (int t = 0; t < 3; t++) {
		forward(in, out, w, n, m);
		adjust(out, in, w, before, n, m);
	}
	for (int j = 1; j <= m; j++) printf("%.15g\n", out[j]);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = w[i][j + 1] - i;
	column_means(n, m, a, mean);
	for (int j = 0; j < m; j++) printf("%.13g\n", mean[j]);
	return 0;
}
