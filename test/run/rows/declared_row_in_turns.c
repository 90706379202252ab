// SPDX-License-Identifier: Apache-2.0
//
// A loop that could be distributed, but for a pointer to a row that each iteration declares in front of its statements:
// it runs in turns.
//
// RUN: %compare %s
// MAX-SLOW: 4
// BY-ALL: 100 the loop in turns
#include <stdio.h>
enum { N = 40, M = 9 };
static double a[N][M], b[N][M], c[N][M];
#pragma dist distribute[block][*] ::a, b, c
int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i + j, b[i][j] = i * j, c[i][j] = 0;
	for (int t = 0; t < 4; t++) {
		for (int i = 1; i < N; i++) {
			double *row = a[i];
			row[0] = 2 * b[i][1];
			for (int j = 0; j < M; j++) row[j] += b[i][j];
			c[i][0] = a[i - 1][0] + 1;
			for (int j = 1; j < M; j++) c[i][j] = a[i - 1][j] + row[j];
		}
		for (int i = 1; i < N; i++)
			for (int j = 0; j < M; j++) b[i][j] = c[i][j] / 4;
	}
	double s = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) s += c[i][j] * (i + 2 * j);
	printf("%.12g\n", s);
}
