// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 100
// ARGS: 5
// ARGS: 1
// ARGS: 0
// MAX-SLOW: 0
// Pointers that walk through arrays: steps in statements, in heads, in conditions; to an end that is a pointer; downward.
#include <stdio.h>
#include <stdlib.h>
#define N 37
static double u[N][N], v[N][N];
#pragma dist distribute u[block][*]
#pragma dist distribute v[block][*]
static double sum(int n, const double *f, const double *g)
{
	double s = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) s += u[i][j] * ((i * N + j) % 13 + 1) + v[i][j] * ((i + 2 * j) % 7);
	for (int i = 0; i < n; i++) s += f[i] * (i % 11) + g[i] * (i % 3 + 1);
	return s;
}
static void fill(double *p, int n, double x)
{
	while (n-- > 0) *p++ = x;
}
static void addto(double *to, const double *from, int n)
{
	const double *end = from + n;
	while (from < end) *to++ += 2 * *from++;
}
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 100, i, j;
	double *f = malloc(n * sizeof *f), *g = malloc(n * sizeof *g), *p, *q;
#pragma dist array f[n]
#pragma dist distribute f[block]
#pragma dist array g[n]
#pragma dist align g[i] with f[i]
	for (i = 0; i < n; i++) f[i] = i % 7, g[i] = i % 5;
	for (p = &u[0][0], i = 0; i < N * N; i++) *p++ = i % 17;
	printf("A %g\n", sum(n, f, g));
	for (i = 0; i < N; i++) {
		double *row = v[i];
		for (j = 0; j < N; j++) *row++ = i + j;
	}
	printf("B %g\n", sum(n, f, g));
	for (p = f; p < f + n; p++) *p = *p + 1;
	printf("C %g\n", sum(n, f, g));
	p = f;
	while (p < f + n) *p++ += 3;
	printf("D %g\n", sum(n, f, g));
	p = f;
	q = g;
	for (i = 0; i < n; i++) *p++ = *q++ * 2;
	printf("E %g %ld %ld\n", sum(n, f, g), (long)(p - f), (long)(q - g));
	double *end = f + n;
	for (double *r = f, *t = g; r != end; r++, t++) *t += *r;
	printf("F %g\n", sum(n, f, g));
	for (p = f; p < end; p += 2) *p = 5;
	printf("G %g %ld\n", sum(n, f, g), (long)(p - f));
	fill(f, n, 2.5);
	printf("H %g\n", sum(n, f, g));
	addto(g, f, n);
	printf("I %g\n", sum(n, f, g));
	for (i = 0; i < N; i++) fill(u[i], i, 0.5);
	printf("J %g\n", sum(n, f, g));
	p = &u[0][0];
	for (i = 0; i < N; i++) {
		for (j = 0; j < N; j++) p[j] = i * j % 5;
		p += N;
	}
	printf("K %g\n", sum(n, f, g));
	for (p = f + n; p-- > f;) *p += 1;
	printf("L %g\n", sum(n, f, g));
	p = f + n;
	while (p > f) *--p += 1;
	printf("M %g\n", sum(n, f, g));
	for (i = 0; i < N; i++) {
		double *a = u[i], *b = v[i];
		double s = 0;
		for (j = 0; j < N; j++) s += *a++ * *b++;
		for (a = u[i], j = 0; j < N; j++) *a++ -= s;
	}
	printf("N %g\n", sum(n, f, g));
	return 0;
}
