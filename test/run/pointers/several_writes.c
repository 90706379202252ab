// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 2
// BY-ALL: 84 "for (int i = 0; i < N; i++) c[i] = i;": a value of 'a' that one process sets is read by another one
//              in the same nest
//            "for (int i = 1; i < N; i++) for (int j = 0; j < M; j++) b[i...": `c` does not lie as `b`
//              does: align them
//            "printf("%g %g\n", c[i], b[N][i % M]);": elements are read one by one
// Nests that write several arrays, with different alignments, other elements than the loop's own, and part of an array.
#include <stdio.h>

#define N 16
#define M 5

static double a[N][M], b[N + 1][M], c[N];
#pragma dist distribute [block][*] :: a, b
#pragma dist distribute c[block]

int main(void)
{
	for (int i = 0; i < N; i++) {
		c[i] = i;
		for (int j = 0; j < M; j++) {
			a[i][j] = i * M + j;
			b[i + 1][j] = a[i][j] - 1;
		}
	}
	for (int j = 0; j < M; j++) b[0][j] = 7;
	for (int i = 1; i < N; i++)
		for (int j = 0; j < M; j++) {
			b[i][j] = a[i - 1][j] * 2;
			c[i] += b[i][j];
		}
	for (int i = 0; i < N / 2; i++)
		for (int j = 0; j < M; j++) a[2 * i][j] = b[i][j];
	for (int i = 0; i < N; i++) b[N - i][0] = c[i];
	for (int i = 4; i < 9; i++)
		for (int j = 1; j < 3; j++) a[i + 3][j] = c[i - 4] + a[i + 3][j + 1];
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) printf("%g %g ", a[i][j], b[i][j]);
		printf("%g %g\n", c[i], b[N][i % M]);
	}
	return 0;
}
