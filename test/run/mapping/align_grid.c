// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 9 "printf("%g %g\n", r[i], corner[i]);": elements are read one by one
//            "for (int j = 0; j < M; j++) c[j] = j * 0.5;": nothing in it is split
// COUNTS: 1 2 4 6 7
// Alignment on a grid: a vector along one of its dimensions, replicated along the other, or at one place in it.
#include <stdio.h>

#define N 12
#define M 10

static double a[N][M], r[N], c[M], corner[N];
#pragma dist distribute a[block][block]
#pragma dist align r[i] with a[i][*]
#pragma dist align c[j] with a[*][j]
#pragma dist align corner[i] with a[i][M-1]

int main(void)
{
	for (int i = 0; i < N; i++) r[i] = i;
	for (int j = 0; j < M; j++) c[j] = j * 0.5;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = r[i] * 16 + c[j];
	for (int i = 0; i < N; i++) corner[i] = a[i][M - 1] * 2;
	for (int i = 1; i < N; i++)
		for (int j = 1; j < M; j++) a[i][j] += r[i - 1] + c[j - 1] + corner[i];
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int j = 0; j < M; j++) s += a[i][j];
		r[i] = s;
	}
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) printf("%g ", a[i][j]);
		printf("%g %g\n", r[i], corner[i]);
	}
	return 0;
}
