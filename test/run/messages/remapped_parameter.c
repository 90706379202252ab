// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// A function that redistributes its parameters: its nests, and those of the functions that it calls, run in parallel with either mapping.
#include <stdio.h>

enum { N = 23, M = 31 };
static double in[N][M], out[N][M];
#pragma dist distribute [block][*] :: in, out

static void down(int n, int m, double a[n][m])
{
	for (int j = 0; j < m; j++) {
		double before = 0;
		for (int i = 0; i < n; i++) {
			a[i][j] += 0.5 * before;
			before = a[i][j];
		}
	}
}

static void filter(int n, int m, double a[N][M], double b[N][M])
{
	for (int i = 0; i < n; i++) {
		double before = 0;
		for (int j = 0; j < m; j++) {
			b[i][j] = a[i][j] + 0.25 * before;
			before = b[i][j];
		}
	}
#pragma dist redistribute a[*][block], b[*][block]
	for (int j = 0; j < m; j++) {
		double before = 0;
		for (int i = n - 1; i >= 0; i--) {
			a[i][j] = b[i][j] - 0.5 * before;
			before = a[i][j];
		}
	}
	down(N, M, b);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) b[i][j] += 2 * a[i][j];
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) in[i][j] = i * 3 - j;
	for (int t = 0; t < 2; t++) filter(N, M, in, out);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%.17g %.17g\n", in[i][j], out[i][j]);
	return 0;
}
