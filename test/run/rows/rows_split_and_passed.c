// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Rows that are split, handed to functions that go on in the rows beside them: what lies behind a row's end is the next
// row's, and not another column of it. Elements of the row above and below are split, all run what goes on from a
// row's last element to the next one's first, and sums of several rows.
// FLAGS: -Wno-dist
// MAX-SLOW: 1
// BY-ALL: 42 "v[i][j] = next(&u[i][j])": a row's last and the next one's first element may have two owners
#include <stdio.h>

enum { N = 12, M = 9 };
static double u[N][M], v[N][M], w[N][M];
#pragma dist distribute [*][block] :: u, v, w

static double beside(const double *row, int j) { return row[j - M] + 2 * row[j + M]; }

static double next(const double *p) { return p[1] - p[-1]; }

static double sum(const double *a, int n)
{
	double s = 0;
	for (int k = 0; k < n; k++) s += a[k];
	return s;
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = i * i * 10 + j * j, v[i][j] = w[i][j] = 0;
	for (int t = 0; t < 3; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) w[i][j] = beside(u[i], j);
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) u[i][j] = w[i][j] / 4;
	}
	for (int i = 1; i < N - 1; i++)
		for (int j = 0; j < M; j++) v[i][j] = next(&u[i][j]);
	for (int i = 0; i < N - 1; i++) printf("%.10g %.10g\n", sum(u[i], 2 * M), sum(v[i], M));
	return 0;
}
