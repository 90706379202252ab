// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// BY-ALL: 17 "for (int i = 1; i < N - 1; i++) v[i] = weighted(u, i);": elements are set one by one
//            "printf("%g %g\n", s, v[N / 2]);": elements are read one by one
// MAX-SLOW: 0
// Called functions that read what the source declares behind the nest, in one case beside a variable of the same name.
#include <stdio.h>

#define N 19
static double u[N], v[N];
#pragma dist distribute [block] :: u, v

static double weighted(const double *x, int i);
static void fill_table(int by);

int main(void)
{
	for (int step = 0; step < 3; step++) {
		double table = step;
		fill_table(step + 1);
		for (int i = 0; i < N; i++) u[i] = i * 0.5 - table;
		for (int i = 1; i < N - 1; i++) v[i] = weighted(u, i);
		double s = 0;
		for (int i = 0; i < N; i++) s += v[i] * 4;
		printf("%g %g\n", s, v[N / 2]);
	}
	return 0;
}

static double table[3][2], offset[2];
static void fill_table(int by)
{
	for (int k = 0; k < 3; k++) table[k][0] = k * by, table[k][1] = by;
	offset[by % 2] = by;
}

static double weighted(const double *x, int i)
{
	double s = offset[0] - offset[1];
	for (int k = 0; k < 3; k++) s += table[k][0] * x[i + k - 1] + table[k][1];
	return s;
}
