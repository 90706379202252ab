// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 52 "for (int i = 0; i < n; i++) s += a[i] * b[i];": nothing in it is split
//            "for (int i = 0; i < n; i++) x[i] += alpha * p[i], s.residua...": nothing in it is split
//            "for (int i = 0; i < n; i++) p[i] = s.residual[i] + beta * p...": nothing in it is split
//            "for (int i = 0; i < n; i++) shifted[i] = A[i][i] + t[i];": `t` and `shifted` overlap
// ARGS: 53
// ARGS: 3
// MAX-SLOW: 1
// Vectors without a mapping, from malloc, beside a distributed matrix, in functions that other files could call, too: conjugate
// gradients. Two of them overlap, which is the one nest that may be slow.
#include <stdio.h>
#include <stdlib.h>

static double dot(int n, const double *a, const double *b)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += a[i] * b[i];
	return s;
}

void multiply(int n, double (*A)[n], const double *x, double *y)
{
	for (int i = 0; i < n; i++) {
		y[i] = 0;
		for (int j = 0; j < n; j++) y[i] += A[i][j] * x[j];
	}
}

static double *vector(int n)
{
	double *p = malloc(n * sizeof *p);
	if (!p) exit(1);
	return p;
}

static void make(double **p, int n) { *p = malloc(n * sizeof **p); }

struct state {
	double *residual;
};

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 53;
	double(*A)[n] = malloc(sizeof(double[n][n]));
#pragma dist array A[n][n]
#pragma dist distribute A[block][*]
	double *x = malloc(n * sizeof *x), *y = vector(n), *p = vector(n), *q;
	struct state s = {vector(n)};
	make(&q, n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) A[i][j] = i == j ? 2 * n : (i + j) % 3;
	for (int i = 0; i < n; i++) x[i] = 0, s.residual[i] = p[i] = i % 5 + 1;
	for (int i = 0; i < n; i++) {
		double sum = 0;
		for (int j = 0; j < n; j++) sum += A[i][j] * s.residual[j];
		y[i] = sum;
	}
	double rr = dot(n, s.residual, s.residual);
	for (int step = 0; step < 5; step++) {
		multiply(n, A, p, q);
		double alpha = rr / dot(n, p, q);
		for (int i = 0; i < n; i++) x[i] += alpha * p[i], s.residual[i] -= alpha * q[i];
		double now = dot(n, s.residual, s.residual), beta = now / rr;
		rr = now;
		for (int i = 0; i < n; i++) p[i] = s.residual[i] + beta * p[i];
	}
	double *t = malloc((n + 3) * sizeof *t), *shifted = t + 1;
	for (int i = 0; i < n + 3; i++) t[i] = i;
	for (int i = 0; i < n; i++) shifted[i] = A[i][i] + t[i];
	printf("%.17g %.17g %.17g %.17g\n", rr, dot(n, x, x), dot(n, y, y), dot(n, t, t));
	free(A);
	return 0;
}
