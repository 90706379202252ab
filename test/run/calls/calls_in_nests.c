// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Functions in sight that set what they are given, called in nests: private arrays, an element's own row, rows that they read, work
// arrays of file scope, members; in one another.
// MAX-SLOW: 0
// ARGS:
// ARGS: 5
// PER-STEP: procs=4 from="16 10" to="16 20" messages=0 collectives=1
#include <stdio.h>
#include <stdlib.h>
#define N 24

typedef struct {
	double real, imag;
} dcomplex;

static double u[N][N][5], rhs[N][N][5], speed[N][N];
static double l[N][3][3];
static dcomplex z[N][8];
#pragma dist distribute u[block][*][*], rhs[block][*][*], speed[block][*], l[block][*][*], z[block][*]
static double ce[5] = {1, 2, 3, 4, 5};
static double lhs[N][5], cv[N];

static void exact(double x, double y, double out[5])
{
	for (int m = 0; m < 5; m++) out[m] = x + ce[m] * y;
}

static void scale(double *row, int n, double by)
{
	int k;
	for (k = 0; k < n; k++) row[k] *= by;
}

static void twice(double *row, int n)
{
	scale(row, n, 2);
	if (n > 3)
		scale(row + 1, n - 2, 0.5);
	else
		row[0] = -1;
}

static void multiply(double a[3][3], const double b[5], double c[5])
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			double t = a[i][j];
			c[i] = c[i] - t * b[j] / 64;
			a[i][j] = t / 2;
		}
}

static void lhsinit(int n)
{
	for (int j = 0; j <= n; j += n)
		for (int m = 0; m < 5; m++) lhs[j][m] = m == 2;
}

static void conjugate(dcomplex *v, int n)
{
	for (int k = 0; k < n; k++) v[k].imag = -v[k].imag;
}

static int add_up(const double *row, int n, double *sum)
{
	double s = 0;
	for (int k = 0; k < n; k++) s += row[k];
	*sum = s;
	return n;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N - 1, steps = argc > 2 ? atoi(argv[2]) : 2;
	double s = 0, t[5], total;
	int i, j, k, m;
	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++) {
			exact(i, j, t);
			for (m = 0; m < 5; m++) u[i][j][m] = t[m];
		}
	for (i = 0; i < N; i++) {
		for (j = 0; j < N; j++) exact(j, i, rhs[i][j]);
		for (j = 0; j < 3; j++)
			for (k = 0; k < 3; k++) l[i][j][k] = i + 3 * j - k;
		for (j = 0; j < 8; j++) z[i][j].real = i, z[i][j].imag = j;
	}
	for (int step = 0; step < steps; step++) {
		for (i = 0; i < n; i++)
			for (j = 1; j < N; j++) multiply(l[i], u[i][j - 1], u[i][j]);
		for (i = 0; i < n; i++) {
			twice(&rhs[i][i % 3][1], 4);
			twice(rhs[i][5], 3);
			conjugate(z[i], 8);
			conjugate(z[i] + 2, i % 5);
		}
		for (k = 0; k < n; k++) {
			lhsinit(N - 1);
			for (j = 0; j < N; j++) cv[j] = u[k][j][0] * 2;
			for (j = 1; j < N - 1; j++) {
				lhs[j][0] = -cv[j - 1];
				lhs[j][1] = cv[j + 1];
				for (m = 2; m < 5; m++) lhs[j][m] = m;
			}
			for (j = 0; j < N; j++) speed[k][j] = lhs[j][0] + lhs[j][2] + lhs[N - 1 - j][1];
		}
		s = 0;
		for (i = 0; i < n; i++) {
			add_up(u[i][3], 5, &total);
			s += total;
		}
	}
	printf("%.15g\n", s);
	for (i = 0; i < N; i += 5)
		for (j = 0; j < N; j += 7)
			printf("%g %g %g %g\n", u[i][j][1], rhs[i][j][2], speed[i][j], z[i][j % 8].imag + l[i][1][j % 3]);
	return 0;
}
