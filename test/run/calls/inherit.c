// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 30 "for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) row...": some of its statements belong to no
//              owner
//            "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) sum...": nothing in it is split
//            "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i...": nothing in it is split
//            "for (int i = 0; i < n; i++) v[i] *= 2;": nothing in it is split
//
// Parameters that inherit: one function for arguments of several mappings, and for plain memory.
#include <stdio.h>
#include <stdlib.h>

enum { N = 11, M = 9 };
static double rows[N][M], columns[N][M], plain[N][M];
#pragma dist distribute rows[block][*], columns[*][block]

#pragma dist inherit a
static double scale(int n, int m, double (*a)[m], double by);

#pragma dist inherit :: a
static double scale(int n, int m, double (*a)[m], double by)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = a[i][j] * by + i - j;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += a[i][j];
	return sum;
}

static void twice(double *v, int n)
{
#pragma dist array v[n]
#pragma dist inherit v
	for (int i = 0; i < n; i++) v[i] *= 2;
}

int main(void)
{
	double *v = malloc(N * sizeof *v);
#pragma dist array v[N]
#pragma dist distribute v[block]
	for (int i = 0; i < N; i++) v[i] = i;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) rows[i][j] = columns[i][j] = plain[i][j] = i + j;
	printf("%g %g %g\n", scale(N, M, rows, 2), scale(N, M, columns, 4), scale(N, M, plain, 8));
	twice(v, N);
	twice(plain[3], M);
	for (int i = 0; i < N; i++) printf("%g %g %g %g\n", v[i], rows[i][i % M], columns[i][i % M], plain[i][i % M]);
	free(v);
	return 0;
}
