// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s --flags=-O2
// BY-ALL: 8 "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) x[i...": nothing in it is split
//            "for (int j = 0; j < M; j++) sum += x[j];": nothing in it is split
// Inline definitions that no file defines otherwise: a compiler that expands calls needs no other.
#include <stdio.h>

enum { N = 20, M = 6 };
static double a[N][M], s[N];
#pragma dist distribute a[block][*]
#pragma dist align s[i] with a[i][0]

inline void fill(int n, int m, double x[n][m], double by)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) x[i][j] = by * i + j;
}

inline double row(const double *x)
{
	double sum = 0;
	for (int j = 0; j < M; j++) sum += x[j];
	return sum;
}

inline double total(const double *x, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++) sum += x[i];
	return sum;
}

int main(void)
{
	double own[3][M];
	fill(N, M, a, 3);
	fill(3, M, own, 2);
	for (int i = 0; i < N; i++) s[i] = row(a[i]);
	printf("%g %g %g\n", total(s, N), row(own[1]), row(a[5]));
	return 0;
}
