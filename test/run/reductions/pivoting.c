// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 41 "if (c[p][k] == 0) return k;": elements are read one by one
//            "if (fabs(a[p][k]) < 1e-12) {": elements are read one by one
// ARGS: 40
// ARGS: 5
// ARGS: 1
// FLAGS: -lm
// MAX-SLOW: 0
// Elimination with partial pivoting, by rows and by columns: elements that decide which row is next come one by one, and what is left of the matrix is split.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define MOST 40

static double a[MOST][MOST], b[MOST];
#pragma dist distribute a[block][*]
#pragma dist distribute b[block]
static double c[MOST][MOST];
#pragma dist distribute c[*][block]

static void by_rows(int n)
{
	for (int k = 0; k < n; k++) {
		int p = k;
		for (int i = k + 1; i < n; i++)
			if (fabs(a[i][k]) > fabs(a[p][k])) p = i;
		if (fabs(a[p][k]) < 1e-12) {
			printf("singular at %d\n", k);
			exit(1);
		}
		if (p != k) {
			for (int j = 0; j < n; j++) {
				double t = a[k][j];
				a[k][j] = a[p][j];
				a[p][j] = t;
			}
			double t = b[k];
			b[k] = b[p];
			b[p] = t;
		}
		for (int i = k + 1; i < n; i++) {
			double f = a[i][k] / a[k][k];
			for (int j = k; j < n; j++) a[i][j] -= f * a[k][j];
			b[i] -= f * b[k];
		}
	}
}

static int by_columns(int n, int *row)
{
	for (int k = 0; k < n; k++) {
		int p = k;
		for (int i = k + 1; i < n; i++)
			if (fabs(c[i][k]) > fabs(c[p][k])) p = i;
		if (c[p][k] == 0) return k;
		row[k] = p;
		if (p != k)
			for (int j = 0; j < n; j++) {
				double t = c[k][j];
				c[k][j] = c[p][j];
				c[p][j] = t;
			}
		for (int i = k + 1; i < n; i++) {
			c[i][k] /= c[k][k];
			for (int j = k + 1; j < n; j++) c[i][j] -= c[i][k] * c[k][j];
		}
	}
	return n;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : MOST, row[MOST];
	for (int i = 0; i < n; i++) {
		b[i] = 1 + i % 3;
		for (int j = 0; j < n; j++) {
			a[i][j] = (i * 17 + j * 31) % 23 - 11.0 + (i == j ? 0.5 : 0);
			// The last column is the first one's double.
			c[i][j] = j == n - 1 && n > 10 ? 2 * ((i * 17) % 23 - 11.0) : (i * 17 + j * 31) % 23 - 11.0 + (i == j ? 0.25 : 0);
		}
	}
	for (int i = 0; i < n && n > 10; i++) c[i][0] = (i * 17) % 23 - 11.0;
	int done = by_columns(n, row);
	printf("%d:", done);
	for (int k = 0; k < done; k++) printf(" %d", row[k]);
	printf("\n");
	by_rows(n);
	for (int i = 0; i < n; i++) printf("%.12g %.12g %.12g\n", a[i][i], b[i], c[i][i]);
	return 0;
}
