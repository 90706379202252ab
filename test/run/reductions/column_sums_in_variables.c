// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Sums for each column of arrays whose rows have several owners, in a variable that each iteration sets anew. It
// becomes an array with an element for each column, and the loop is distributed: one collective for all sums, where
// there was one for each. Each sum's terms are whole numbers.
// FLAGS: -lm
// ARGS: 161 43 3
// ARGS: 2 5 3
// ARGS: 5 1 3
// PER-STEP: procs=2 from="190 80 4" to="190 80 14" collectives=7 messages=0
// PER-STEP: procs=7 from="190 80 4" to="190 80 14" collectives=7 messages=0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// In a function that knows nothing of the mapping, for a flat array.
static void transposed_product(int n, int m, const double *a, const double *x, double *y)
{
	double sum;
	int i, j;
	for (j = 0; j < m; j++) {
		sum = 0;
		for (i = 0; i < n; i++) sum += a[i * m + j] * x[i];
		y[j] = sum;
	}
}

// The largest sum, and the variable's last value.
static double norm(int n, int m, double (*a)[m], double *last)
{
	double most = 0, sum = -1;
	for (int j = 0; j < m; j++) {
		sum = 0;
		for (int i = 0; i < n; i++) sum += fabs(a[i][j]);
		if (sum > most) most = sum;
	}
	*last = sum;
	return most;
}

// Several of them, one made of others, with statements between that take some columns only.
static void centre(size_t n, size_t m, double **a)
{
	for (size_t j = 1; j < m; j++) {
		double low = 1e9, high = -1e9, sum = 0;
		for (size_t i = 0; i < n; i++) {
			sum += a[i][j];
			if (a[i][j] < low) low = a[i][j];
			high = fmax(high, a[i][j]);
		}
		const double mean = floor(sum / (double)n), width = high - low;
		for (size_t i = 0; i < n; i++) a[i][j] = fmod(3 * (a[i][j] - mean) + width, 100);
	}
}

static double **rows(int n, int m)
{
	double **a = malloc((size_t)n * sizeof *a);
	for (int i = 0; i < n; i++) a[i] = malloc((size_t)m * sizeof **a);
	return a;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 60, m = argc > 2 ? atoi(argv[2]) : 40, steps = argc > 3 ? atoi(argv[3]) : 3;
	double *a = malloc(sizeof *a * (size_t)n * (size_t)m), **c = rows(n, m);
	double (*b)[m] = malloc(sizeof *b * (size_t)n);
	double *x = malloc(sizeof *x * (size_t)n), *y = malloc(sizeof *y * (size_t)m), sum = 0, most = 0, last = 0;
#pragma dist array a[n][m], c[n][m]
#pragma dist distribute [block][*] :: a, b, c
#pragma dist distribute x[block]
	for (int i = 0; i < n; i++) {
		x[i] = i % 5;
		for (int j = 0; j < m; j++) {
			a[i * m + j] = (i * 7 + j * 13) % 31 - 15;
			b[i][j] = (i * 5 + j * 11) % 23 - 11;
			c[i][j] = (i * 3 + j) % 17;
		}
	}
	for (int t = 0; t < steps; t++) {
		transposed_product(n, m, a, x, y);
		for (int j = 0; j < m; j++) sum += y[j] * (j % 3);
		most = norm(n, m, b, &last);
		sum += most + last;
		centre((size_t)n, (size_t)m, c);
		// The rows of a triangle.
		for (int j = 0; j < m; j++) {
			double above = 0;
			for (int i = 0; i <= j && i < n; i++) above += b[i][j];
			y[j] = above;
		}
		for (int j = 0; j < m; j++) sum += y[j];
		// Dot product and update by it: columns of which the one in front is taken away.
		for (int j = 1; j < m; j++) {
			double dot = 0;
			for (int i = 0; i < n; i++) dot += b[i][0] * b[i][j];
			dot = fmod(dot, 7);
			for (int i = 0; i < n; i++) b[i][j] = fmod(b[i][j] - dot * b[i][0], 50);
		}
	}
	double all = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) all += c[i][j] * (1 + (i + j) % 4) + b[i][j];
	printf("%.17g %.17g %.17g %.17g\n", sum, most, last, all);
	return 0;
}
