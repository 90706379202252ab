// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 60 50
// ARGS: 5 3
// MAX-SLOW: 4
// BY-ALL: 20 the loop that goes on behind the shape
//
// Rows that are longer than their shape: what lies behind belongs to the program, too.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	double x, y, z;
} point;

int main(int argc, char **argv)
{
	int m = argc > 1 ? atoi(argv[1]) : 31, n = argc > 2 ? atoi(argv[2]) : 29;
	double **a, **b;
	point **p;
#pragma dist array a[m][n], b[m][n], p[m][n]
#pragma dist distribute[block][*] ::a, p
#pragma dist distribute b[*][block]
	a = malloc(m * sizeof *a), b = malloc(m * sizeof *b), p = malloc(m * sizeof *p);
	for (int i = 0; i < m; i++) a[i] = calloc(n + 2, sizeof **a);
	for (int i = 0; i < m; i++) {
		double *row = aligned_alloc(64, (n * sizeof *row + 63) / 64 * 64 + 64);
		b[i] = row;
	}
	for (int i = 0; i < m; i++) {
		point *row;
		if (posix_memalign((void **)&row, 64, n * sizeof *row)) return 1;
		p[i] = row;
	}
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			a[i][j] = i * j;
			p[i][j] = (point){i, j, i - j};
		}
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) b[i][j] = i + j;
	a[2][n] = 4, a[m - 1][n + 1] = 5;
	for (int t = 0; t < 10; t++)
		for (int i = 1; i < m; i++)
			for (int j = 0; j < n; j++) a[i][j] += 0.5 * p[i - 1][j].z + p[i][j].y;
	for (int i = 1; i < m; i++)
		for (int j = 1; j < n; j++) b[i][j] += b[i - 1][j - 1];
	double s = 0, q = 0;
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) s += a[i][j] * (i % 3) + b[i][j];
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n + 2; j++) q += a[i][j] * (j % 3 + 1);
	printf("%.12g %.12g %g %g\n", s, q, a[2][n], a[m - 1][n + 1]);
	for (int i = 0; i < m; i++) a[i][n + 1] = i;
	for (int i = m - 1; i >= 0; i -= 7) printf("%g %g %g\n", a[i][n + 1], a[i][n], p[i][n - 1].x);
	return 0;
}
