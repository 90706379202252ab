// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A sum that a loop makes, and that a loop behind it and a statement behind that read, each where other elements are:
// all of them have it.
// MAX-SLOW: 1
// LOST: "a value of 'a' that one process sets is read" a[i][0] is set, and is part of the sum
#include <stdio.h>

enum { N = 5, M = 1, L = 3 };
static long a[N][M], b[N][M], v[N];
static long c[N][L], d[N][L], w[N];
#pragma dist distribute [*][block] :: a, b
#pragma dist distribute [*][block] :: c, d
#pragma dist distribute [block] :: v, w

int main(void)
{
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) a[i][j] = 3 * i + j;
		for (int j = 0; j < L; j++) c[i][j] = 2 * i - j;
	}
	for (int i = 0; i < N; i++) {
		long sum = i;
		a[i][0] = a[i][0] + 1;
		for (int j = 0; j < M; j++) sum += a[i][j];
		for (int j = 0; j < M; j++) b[i][j] = b[i][j] + sum;
		v[i] = sum;
	}
	for (int i = 0; i < N; i++) {
		long sum = i;
		for (int j = 0; j < L; j++) sum += c[i][j];
		for (int j = 0; j < L; j++) d[i][j] = d[i][j] + sum;
		w[i] = sum;
	}
	for (int i = 0; i < N; i++) printf("%ld %ld %ld %ld\n", v[i], w[i], b[i][0], d[i][2]);
	return 0;
}
