// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 4 "for (int i = N - 1; i >= 0; i--) for (int j = i + 1; j < N;...": a value of 'x' that one process sets
//              is read by another one in the same nest
//            "double best = fabs(c[k][k]);": elements are read one by one
// Matrix products, a transposition, elimination with pivoting: the needs of one process lie with all others.
#include <math.h>
#include <stdio.h>

#define N 11

static double a[N][N], b[N][N], c[N][N], x[N];
#pragma dist distribute [block][*] :: a, b, c
#pragma dist align x[i] with a[i][*]

static void eliminate(void)
{
	for (int k = 0; k < N; k++) {
		int pivot = k;
		double best = fabs(c[k][k]);
		for (int i = k + 1; i < N; i++)
			if (fabs(c[i][k]) > best) best = fabs(c[i][k]), pivot = i;
		if (pivot != k) {
			for (int j = 0; j < N; j++) {
				double t = c[k][j];
				c[k][j] = c[pivot][j];
				c[pivot][j] = t;
			}
			double t = x[k];
			x[k] = x[pivot];
			x[pivot] = t;
		}
		for (int i = k + 1; i < N; i++) {
			double factor = c[i][k] / c[k][k];
			for (int j = k; j < N; j++) c[i][j] -= factor * c[k][j];
			x[i] -= factor * x[k];
		}
	}
	for (int i = N - 1; i >= 0; i--) {
		for (int j = i + 1; j < N; j++) x[i] -= c[i][j] * x[j];
		x[i] /= c[i][i];
	}
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) a[i][j] = (i * 3 + j * 5) % 7, c[i][j] = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) b[i][j] = a[j][i];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++) c[i][j] += a[i][k] * b[k][j];
	for (int i = 0; i < N; i++) {
		x[i] = 0;
		for (int j = 0; j < N; j++) x[i] += c[i][j] * (j % 3 - 1);
	}
	for (int i = 0; i < N; i++) printf("%g %g %g\n", c[i][0], c[i][N - 1], x[i]);
	for (int i = 0; i < N; i++) c[i][i] += 100;
	eliminate();
	for (int i = 0; i < N; i++) printf("%.17g\n", x[i]);
	return 0;
}
