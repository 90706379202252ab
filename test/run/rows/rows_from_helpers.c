// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 300
// RESIDENT: procs=4 args="3464 2" below_mb=90
//
// Matrices behind pointers to their rows that helpers allocate and set before the pointer with the directive receives
// them: each process touches its part only, of matrices of 96 MB. Helpers keep others for themselves, or hand on another
// one than the first.
#include <stdio.h>
#include <stdlib.h>

static double **in_rows(int n, int m)
{
	double **a = malloc(n * sizeof *a);
	for (int i = 0; i < n; i++) a[i] = malloc(m * sizeof **a);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = i + 2 * j;
	return a;
}

static double **in_block(int n, int m)
{
	double **a = malloc(n * sizeof *a);
	a[0] = malloc((size_t)n * m * sizeof **a);
	for (int i = 1; i < n; i++) a[i] = a[0] + (size_t)i * m;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = 3 * i + j;
	return a;
}

static double **of_zeros(int n, int m)
{
	double **a = malloc(n * sizeof *a);
	for (int i = 0; i < n; i++) a[i] = calloc(m, sizeof **a);
	return a;
}

static double **further(int n, int m)
{
	double **a = in_rows(n, m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] += j % 3;
	return a;
}

static void drop(double **a, int n)
{
	for (int i = 0; i < n; i++) free(a[i]);
	free(a);
}

static double **beside(int n, int m)
{
	double **w = in_rows(n, m), **a = malloc(n * sizeof *a);
	for (int i = 0; i < n; i++) a[i] = malloc(m * sizeof **a);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = w[n - 1 - i][m - 1 - j];
	drop(w, n);
	return a;
}

static double **chosen(int n, int which)
{
	double **a = in_rows(n, n), **b = in_rows(n, n);
	for (int i = 0; i < n; i++) b[i][i] = -5;
	drop(which ? a : b, n);
	return which ? b : a;
}

static double **sized(int *n)
{
	*n /= 2;
	double **a = malloc(*n * sizeof *a);
	for (int i = 0; i < *n; i++) a[i] = malloc(*n * sizeof **a);
	for (int i = 0; i < *n; i++)
		for (int j = 0; j < *n; j++) a[i][j] = i - j;
	return a;
}

static double total(double **a, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += a[i][j] * (i % 3 + j % 2);
	return sum;
}

static void others(int n)
{
	int k = n;
	double **t, **u, **v, **w;
#pragma dist array t[n][n], u[n][n], v[n][n], w[k][k]
#pragma dist distribute [block][*] :: t, u, w
#pragma dist distribute v[*][block]
	t = beside(n, n);
	u = chosen(n, 1);
	v = chosen(n, 0);
	w = sized(&k);
	printf("%.12g %.12g %.12g %.12g\n", total(t, n), total(u, n), total(v, n), total(w, k));
	double **plain = in_rows(n, n);
	plain[1][2] = 7;
	printf("%.12g\n", total(plain, n));
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40;
	double **a, **b, **c, **d;
#pragma dist array a[n][n], b[n][n], c[n][n], d[n][n]
#pragma dist distribute [block][*] :: a, b, c, d
	a = in_rows(n, n);
	b = in_block(n, n);
	printf("%.12g %.12g\n", total(a, n), total(b, n));
	if (argc > 2) return 0;
	c = of_zeros(n, n);
	d = further(n, n);
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < n; j++) c[i][j] += a[i - 1][j] + b[i + 1][j] + d[i][j];
	printf("%.12g %.12g\n", total(c, n), total(d, n));
	others(n / 10);
	return 0;
}
