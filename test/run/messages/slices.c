// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 0
// PER-STEP: procs=2 from=2 to=6 messages=3 collectives=0
// PER-STEP: procs=4 from=2 to=6 messages=9 collectives=0
// PER-STEP: procs=7 from=2 to=6 messages=16,16,16,16,16,16,12 collectives=0
// Each iteration solves along a line across the rows that are split, with work arrays of one line. Splitting what is in
// it would cost several collectives for each line. While the loop runs r is split along its lines, and each process
// solves its own: r is moved there and back, and u brought.
#include <stdio.h>
#include <stdlib.h>

enum { N = 31, M = 24 };

static double u[N][M], r[N][M];
#pragma dist distribute[block][*] ::u, r
static double diagonal[N], lower[N];

static void lines(int n, int m)
{
	for (int j = 1; j < m - 1; j++) {
		for (int i = 0; i < n; i++) lower[i] = -0.25 * u[i][j];
		for (int i = 1; i < n - 1; i++) diagonal[i] = 2 + 0.5 * lower[i - 1] - lower[i + 1];
		for (int i = 1; i < n - 2; i++) {
			double f = lower[i] / diagonal[i];
			diagonal[i + 1] = diagonal[i + 1] - f * lower[i];
			r[i + 1][j] = r[i + 1][j] - f * r[i][j];
		}
		for (int i = n - 3; i >= 1; i--) r[i][j] = (r[i][j] - lower[i] * r[i + 1][j]) / diagonal[i];
	}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			u[i][j] = (i * 3 + j) % 5;
			r[i][j] = i + j;
		}
	for (int t = 0; t < steps; t++) {
		lines(N, M);
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) {
				u[i][j] = 0.5 * u[i][j] + 1e-3 * r[i][j];
				r[i][j] = r[i][j] + 1;
			}
	}
	for (int i = 0; i < N; i += 6) printf("%.12g %.12g\n", u[i][2], r[i][M - 2]);
	return 0;
}
