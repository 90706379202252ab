// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 17
// ARGS: 5 2
// FLAGS: -lm
// MAX-SLOW: 0
// Pointers to rows, an inner dimension of which is split; planes by two levels of pointers, and pointers to arrays.
#include <stdio.h>
#include <stdlib.h>

enum { L = 6 };

static double ***alloc3(int n, int m, int l)
{
	double ***a = malloc(n * sizeof *a);
	for (int i = 0; i < n; i++) {
		a[i] = malloc(m * sizeof **a);
		for (int j = 0; j < m; j++) a[i][j] = malloc(l * sizeof ***a);
	}
	return a;
}

static void smooth(double **to, double **from, int n, int m)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 11, m = argc > 2 ? atoi(argv[2]) : 16;
	double **a = malloc(n * sizeof *a), **b = malloc(n * sizeof *b);
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute[block][block] ::a, b
	for (int i = 0; i < n; i++) a[i] = malloc(m * sizeof **a);
	b[0] = calloc(n * m, sizeof **b);
	for (int i = 1; i < n; i++) b[i] = b[i - 1] + m;
	double ***c = alloc3(n, m, L);
#pragma dist array c[n][m][L]
#pragma dist distribute c[block][*][*]
	float(**d)[4] = malloc(n * sizeof *d);
#pragma dist array d[n][m][4]
#pragma dist distribute d[*][block][*]
	for (int i = 0; i < n; i++) d[i] = malloc(m * sizeof **d);

	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = (i * 5 + j * 3) % 11;
	for (int t = 0; t < 3; t++) {
		smooth(b, a, n, m);
		smooth(a, b, n, m);
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < L; k++) c[i][j][k] = i + 10 * j + 100 * k;
	for (int i = 1; i < n; i++)
		for (int j = 1; j < m - 1; j++)
			for (int k = 1; k < L; k++) c[i][j][k] += 0.5 * c[i][j - 1][k - 1];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < 4; k++) d[i][j][k] = a[i][j] + k;
	smooth(c[n - 1], a, 1, m);
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum = sum > d[i][j][3] ? sum : d[i][j][3];
	printf("%.9g\n", sum);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) printf("%.17g %.17g %g %g\n", a[i][j], b[i][j], c[i][j][L - 1], d[i][j][1]);
		puts("");
	}
	printf("%g %g\n", a[n / 2][m / 2], c[n - 1][m - 1][0]);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) free(c[i][j]);
		free(c[i]);
		free(d[i]);
		free(a[i]);
	}
	free(a);
	free(c);
	free(d);
	free(*b);
	free(b);
	return 0;
}
