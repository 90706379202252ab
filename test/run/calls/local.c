// SPDX-License-Identifier: Apache-2.0
// RUN: %compare --flags=-I%hpcc_source/include %s
//
// Local functions: each process on its own part, by global subscripts or by the address of the part.
#include <hpcc/dist.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 17, M = 11 };
static double a[N][M], b[N][M], x[N], y[N];
static int flags[N];
#pragma dist distribute a[block][*], b[block][block], flags[block]
#pragma dist template T[N]
#pragma dist distribute T[block]
#pragma dist align [i] with T[i] :: x, y

#pragma dist local
static double dot(int n, const double *p, const double *q)
{
	double sum = 0;
	for (long i = dist_lo(p, 0); i <= dist_hi(p, 0) && i < n; i++) sum += p[i] * q[i];
	return sum;
}

#pragma dist local
static void scale(double (*p)[M], double by)
{
	for (long i = dist_lo(p, 0); i <= dist_hi(p, 0) && i < N; i++)
		for (long j = dist_lo(p, 1); j <= dist_hi(p, 1); j++) p[i][j] *= by;
}

// A tile as a library would take it.
#pragma dist local
static double sum_of(const double *p, long rows, long columns, long distance)
{
	double sum = 0;
	for (long i = 0; i < rows; i++)
		for (long j = 0; j < columns; j++) sum += p[i * distance + j];
	return sum;
}

#pragma dist local
static double tile(double (*p)[M])
{
	long ld[2], last = dist_hi(p, 0) < N ? dist_hi(p, 0) : N - 1;
	long rows = last - dist_lo(p, 0) + 1, columns = dist_hi(p, 1) - dist_lo(p, 1) + 1;
	const double *first = dist_local(p, ld);
	return first ? sum_of(first, rows, columns, ld[0]) : 0;
}

#pragma dist local
static int most(void)
{
	int found = -1;
	for (long k = 0; k < dist_intervals(flags, 0); k++) {
		long lo, hi, step;
		dist_interval(flags, 0, (int)k, &lo, &hi, &step);
		for (long i = lo; i <= hi; i += step)
			if (flags[i] > found) found = flags[i];
	}
	return found;
}

#pragma dist local
static void clear(double (*p)[M])
{
	for (long i = dist_lo(p, 0); i <= dist_hi(p, 0) && i < N; i++) memset(p[i], 0, sizeof p[i]);
}

int main(void)
{
	double s = 1, t = 0;
	int m = 3, all = 1;
	for (int i = 0; i < N; i++) {
		x[i] = i, y[i] = 2, flags[i] = i * 7 % N;
		for (int j = 0; j < M; j++) a[i][j] = b[i][j] = i + j;
	}
	s += dot(N, x, y);
	printf("%g\n", s);
	scale(a, 3);
	scale(b, 4);
	s = s + tile(a);
	t = tile(b) + t;
	m = fmax(m, most());
	all = all && most();
	printf("%g %g %d %d\n", s, t, m, all);
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++) a[i][j] = b[i - 1][j] + b[i + 1][j - 1];
	for (int k = 0; k < 2; k++) s -= tile(a);
	printf("%g %g\n", s, a[3][3]);
	clear(a);
	s += tile(a);
	printf("%g %g\n", s, a[3][3]);
	return 0;
}
