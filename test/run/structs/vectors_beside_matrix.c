// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 14 "for (int j = 0; j < M; j++) col[j] = 0;": `col` has no mapping, or is not split, and other arrays are
// COUNTS: 1 4 6
// MAX-SLOW: 2
//
// Vectors aligned with the rows and columns of a matrix that is split in two dimensions, in one nest with it: each process has the same rows
// of both. Of a vector that lies in one column only some have any (the loop that sets it, and reads it across the row, is slow).
#include <stdio.h>
#define N 24
#define M 18
double a[N][M], b[N][M], row[N], col[M], diag[N];
#pragma dist distribute a[block][block]
#pragma dist align b[i][j] with a[i][j]
#pragma dist align row[i] with a[i][*]
#pragma dist align col[j] with a[*][j]
#pragma dist align diag[i] with a[i][0]
int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			a[i][j] = (i * j) % 7;
			b[i][j] = i - j;
		}
	for (int i = 0; i < N; i++) {
		row[i] = i;
		diag[i] = 2 * i;
	}
	for (int j = 0; j < M; j++) col[j] = 0.5 * j;
	for (int t = 0; t < 2; t++) {
		for (int i = 0; i < N; i++) {
			row[i] = 0;
			for (int j = 0; j < M; j++) row[i] += a[i][j];
		}
		for (int j = 0; j < M; j++) {
			col[j] = 0;
			for (int i = 0; i < N; i++) col[j] += a[i][j];
			col[j] /= N;
		}
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) a[i][j] -= col[j] + row[i] / 100;
		for (int i = 0; i < N; i++) {
			row[i] = a[i][0];
			for (int j = 0; j < M; j++) b[i][j] = a[i][j] + row[i];
		}
		for (int i = 0; i < N; i++) {
			diag[i] = a[i][0];
			for (int j = 0; j < M; j++) b[i][j] += diag[i];
		}
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) {
				if (j == 0) diag[i] += a[i][0];
				b[i][j] += 1;
			}
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%g %g\n", a[i][j], b[i][j]);
	for (int i = 0; i < N; i++) printf("%g %g\n", row[i], diag[i]);
	for (int i = 0; i < M; i++) printf("%g\n", col[i]);
	return 0;
}
