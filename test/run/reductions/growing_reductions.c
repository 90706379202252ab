// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// ARGS: 83 7
// ARGS: 5 3
// Reductions into replicated memory of which nothing says which elements are touched: allocated, of variable length, parameters, places
// in the middle. Each process finds out as it goes.
#include <stdio.h>
#include <stdlib.h>

static void histogram(const int *v, int n, int *bins)
{
	for (int i = 0; i < n; i++) bins[v[i]]++;
}

static void below(const int *v, int n, long *from_middle)
{
	for (int i = 0; i < n; i++)
		if (v[i] % 3) from_middle[v[i] - 3] += v[i];
}

static void largest(const int *v, const double *w, int n, double *most)
{
	for (int i = 0; i < n; i++)
		most[v[i]] = w[i] > most[v[i]] ? w[i] : most[v[i]];
}

static void deposit(int n, int m, const int *cell, double (*x)[m], double (*sum)[m], int *count)
{
	for (int i = 0; i < n; i++) {
		int c = cell[i];
		count[c]++;
		for (int j = 0; j < m; j++) sum[c][j] += x[i][j];
	}
}

static void far(const int *v, int n, unsigned char *bits)
{
	for (int i = 0; i < n; i++) bits[v[i] * 1000] |= 1 << i % 8;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), k = atoi(argv[2]);
	int *v = malloc(n * sizeof *v);
	double *w = malloc(n * sizeof *w), (*x)[3] = malloc(n * sizeof *x);
	#pragma dist array v[n], w[n]
	#pragma dist distribute [block] :: v, w
	#pragma dist distribute x[block][*]
	for (int i = 0; i < n; i++) {
		v[i] = i * 7 % 23 % k;
		w[i] = i * 5 % 17 - 8;
		for (int j = 0; j < 3; j++) x[i][j] = i + j;
	}
	int *bins = calloc(k, sizeof *bins), local[k];
	long *middle = calloc(k + 5, sizeof *middle);
	double *most = malloc(k * sizeof *most), (*sum)[3] = calloc(k, sizeof *sum);
	unsigned char *bits = calloc(k, 1000);
	for (int b = 0; b < k; b++) most[b] = -1e9, local[b] = b;
	for (int t = 0; t < 3; t++) {
		histogram(v, n, bins);
		histogram(v, n, local);
		below(v, n, middle + 3);
		largest(v, w, n, most);
		deposit(n, 3, v, x, sum, bins);
		far(v, n, bits);
		for (int i = 0; i < n; i++) v[i] = (v[i] + 1) % k;
	}
	for (int b = 0; b < k; b++)
		printf("%d %d %ld %g %g %g %d\n", bins[b], local[b], middle[b], most[b], sum[b][0], sum[b][2], bits[b * 1000]);
	return 0;
}
