// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 0
// PER-STEP: procs=2 from=2 to=6 messages=0,0 collectives=0
// PER-STEP: procs=4 from=2 to=6 messages=0,0,0,0 collectives=0
// PER-STEP: procs=7 from=2 to=6 messages=0,0,0,0,0,0,0 collectives=0
// One call, of so many statements that they count as one, sets a small matrix of one array and a vector of another one,
// which has fewer dimensions: both are split along their first dimension, so that the call runs where its cell is.
#include <stdio.h>
#include <stdlib.h>

enum { N = 29, M = 6 };

static double block[N][M][4][4], right[N][M][4];
#pragma dist distribute block[block][*][*][*]
#pragma dist distribute right[block][*][*]

#define SCALE(p) \
	pivot = 1 / a[p][p]; \
	a[p][0] = a[p][0] * pivot; \
	a[p][1] = a[p][1] * pivot; \
	a[p][2] = a[p][2] * pivot; \
	a[p][3] = a[p][3] * pivot; \
	r[p] = r[p] * pivot;
#define ROW(p, q) \
	factor = a[q][p]; \
	a[q][0] = a[q][0] - factor * a[p][0]; \
	a[q][1] = a[q][1] - factor * a[p][1]; \
	a[q][2] = a[q][2] - factor * a[p][2]; \
	a[q][3] = a[q][3] - factor * a[p][3]; \
	r[q] = r[q] - factor * r[p];

// Solves in place.
static void solve(double a[4][4], double r[4])
{
	double pivot, factor;
	SCALE(0) ROW(0, 1) ROW(0, 2) ROW(0, 3)
	SCALE(1) ROW(1, 0) ROW(1, 2) ROW(1, 3)
	SCALE(2) ROW(2, 0) ROW(2, 1) ROW(2, 3)
	SCALE(3) ROW(3, 0) ROW(3, 1) ROW(3, 2)
	SCALE(0) ROW(0, 1) ROW(0, 2) ROW(0, 3)
	SCALE(1) ROW(1, 0) ROW(1, 2) ROW(1, 3)
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			for (int m = 0; m < 4; m++) right[i][j][m] = i + 2 * j - m;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++)
				for (int m = 0; m < 4; m++)
					for (int n = 0; n < 4; n++) block[i][j][m][n] = m == n ? 8 + i : 1 + j;
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) solve(block[i][j], right[i][j]);
	}
	for (int i = 0; i < N; i += 7) printf("%.10g %.10g\n", block[i][M - 1][0][1], right[i][1][1]);
	return 0;
}
