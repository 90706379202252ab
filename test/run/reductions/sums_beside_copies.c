// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 19 "for (int i = 0; i < ...": two arrays do not have the same copies, and sums are made over both
// MAX-SLOW: 1
//
// Sums over an array that is split in two dimensions, in one nest with a vector that has copies, or lies at one place, along one of them:
// each process has a part of the one, and counts for it.
#include <stdio.h>
#define N 24
#define M 18
double a[N][M], c[M][N], row[M], one[M];
#pragma dist distribute a[block][block]
#pragma dist distribute c[block][block]
#pragma dist align row[i] with c[i][*]
#pragma dist align one[i] with c[i][2]

int main(void)
{
	double s = 0, q = 0, largest = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			a[i][j] = (i * j) % 7;
			c[j][i] = i - j;
		}
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < M; i++) {
			row[i] = i + t;
			q += i;
		}
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) s += a[i][j] * t;
	}
	printf("both %g %g\n", s, q);
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < M; i++) row[i] += t;
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) s += a[i][j] * t;
	}
	printf("one %g\n", s);
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < M; i++) q += row[i] * t;
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) a[i][j] += 1;
	}
	printf("the other %g\n", q);
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < M; i++) {
			one[i] = i + t;
			q += i;
		}
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) {
				s += a[i][j] * t;
				largest = a[i][j] > largest ? a[i][j] : largest;
			}
	}
	printf("at one place %g %g %g\n", s, q, largest);
	for (int i = 0; i < M; i++) s += row[i] * one[i];
	printf("rows %g\n", s);
	return 0;
}
