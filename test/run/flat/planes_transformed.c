// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
// ARGS: 13 3
// ARGS: 2 1
// MAX-SLOW: 0
// PER-STEP: procs=2 from="13 3" to="13 13" messages=0 collectives=1
// PER-STEP: procs=4 from="13 3" to="13 13" messages=0 collectives=1
// PER-STEP: procs=7 from="13 3" to="13 13" messages=0 collectives=1
// Transforms of planes in a work array that functions get as void *, or as flat memory that they read as rows, in
// front of an independent loop: a static array beside tables on the stack, one from the heap that all planes use,
// and one of the function. Each process transforms its own planes, and nothing is sent but the maximum.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 32, N = 8 };
static double complex u[MAX][N][N], plane[N * N], fixed[N];
#pragma dist distribute u[block][*][*]

static void line(double complex *x, int stride, const double complex *roots)
{
	double complex y[N];
	for (int k = 0; k < N; k++) {
		y[k] = 0;
		for (int j = 0; j < N; j++) y[k] += x[j * stride] * roots[j * k % N];
	}
	for (int k = 0; k < N; k++) x[k * stride] = y[k] / sqrt(N);
}

static void by_void(void *work, const void *table)
{
	double complex(*p)[N] = work;
	const double complex *roots = table;
	for (int j = 0; j < N; j++) line(p[j], 1, roots);
	for (int i = 0; i < N; i++) line(&p[0][i], N, roots);
}

static void by_rows(double complex *flat, const double complex *roots)
{
	double complex(*p)[N] = (double complex(*)[N])flat;
	for (int j = 0; j < N; j++) line(p[j], 1, roots);
	for (int j = 0; j < N; j++)
		for (int i = 0; i < j; i++) {
			double complex t = p[j][i];
			p[j][i] = p[i][j], p[i][j] = t;
		}
	for (int j = 0; j < N; j++) line(p[j], 1, roots);
}

static void static_plane(int n)
{
	double complex exp1[N], exp2[N];
	for (int k = 0; k < N; k++) exp1[k] = cexp(-2 * M_PI * k / N * I), exp2[k] = conj(exp1[k]);
#pragma dist independent new(plane)
	for (int k = 0; k < n; k++) {
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) plane[j * N + i] = u[k][j][i];
		by_void(plane, exp1);
		for (int j = 0; j < N; j++) plane[j * N + j] *= .5;
		by_rows(plane, exp2);
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) u[k][j][i] = plane[j * N + i];
	}
}

static void heap_plane(int n, const double complex *roots)
{
	double complex *work = malloc(N * N * sizeof *work);
#pragma dist independent new(work)
	for (int k = 0; k < n; k++) {
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) work[j * N + i] = u[k][j][i];
		by_rows(work, roots);
		by_void(work, roots);
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) u[k][j][i] = work[j * N + i];
	}
	free(work);
}

// Nothing is said of it: it is set as a whole before it is read.
static void own_plane(int n, const double complex *roots)
{
	double complex own[N][N];
	for (int k = 0; k < n; k++) {
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) own[j][i] = u[k][j][i];
		by_void(own, roots);
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) u[k][j][i] = own[j][i] / 2;
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 13, steps = argc > 2 ? atoi(argv[2]) : 3;
	double complex roots[N];
	for (int k = 0; k < N; k++) roots[k] = fixed[k] = cexp(2 * M_PI * k / N * I);
	for (int k = 0; k < n; k++)
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) u[k][j][i] = (k * 7 + j * 5 + i * 3) % 11;
	for (int t = 0; t < steps; t++) {
		double most = 0;
		static_plane(n);
		heap_plane(n, roots);
		own_plane(n, fixed);
		for (int k = 0; k < n; k++) most = fmax(most, cabs(u[k][1][2]));
		printf("%.9g\n", most);
	}
	for (int k = 0; k < n; k++) printf("%.9g %.9g\n", creal(u[k][k % N][1]), cimag(u[k][1][k % N]));
	return 0;
}
