// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 31
// MAX-SLOW: 0
// PER-STEP: procs=2 from="31 2" to="31 6" messages=0 collectives=0
// PER-STEP: procs=4 from="31 2" to="31 6" messages=0 collectives=0
// PER-STEP: procs=7 from="31 2" to="31 6" messages=0 collectives=0
// BY-ALL: 4 "for (int i = 1; i < n - 1; i++)": one of two runs gets memory without a mapping
//
// Functions that nests call, and that there are several versions of, whose heads or ends stand in conditionals.
#include <stdio.h>
#include <stdlib.h>

enum { M = 20, MOST = 100 };
static double a[MOST][M], b[MOST][M];
#pragma dist distribute a[block][*], b[block][*]

#ifdef POINTERS
static double row(double *v) {
#else
static double row(double v[M]) {
#endif
	double s = 0;
	for (int j = 0; j < M; j++) s += v[j];
	return s;
}

static double
#if defined POINTERS
last(double *v)
#elif !defined OTHERS
last(double v[M])
#else
last(double v[M + 1])
#endif
{
#ifndef POINTERS
	return v[M - 1]; /*
#else not a directive */
#else
	return 0;
#endif
}

static double first(double *v)
{
	const char *text = "/*";
#if 1
	return v[0] + (text[0] == '/');
}
#else
	return *v;
}
#endif

#ifdef POINTERS
static void add(int n, double (*p)[M], double *q) {
#else
static void add(int n, double p[][M], double *q) {
#endif
#ifdef POINTERS
	abort();
#else
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < M; j++) p[i][j] = p[i][j] * .5 + q[j];
#endif
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 50, steps = argc > 2 ? atoi(argv[2]) : 1;
	double c[M], x[5][M], s = 0;
	for (int j = 0; j < M; j++) c[j] = j;
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < M; j++) x[i][j] = i + j;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) a[i][j] = i + j;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++) b[i][1] = row(a[i]) + last(a[i]) + first(a[i]);
		add(n, a, c);
	}
	add(5, x, c);
	for (int i = 0; i < n; i++) s += b[i][1] + a[i][3];
	printf("%.0f %.0f %.0f\n", s, x[3][3], x[1][3]);
	return 0;
}
