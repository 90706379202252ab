// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Loops whose condition is a difference of pointers, or compares a walking one, over an array that is split within its rows.
#include <stdio.h>
#define N 37
static double v[N + 1][N];
#pragma dist distribute v[block][block]
int main(void)
{
	int i;
	double s = 0;
	for (i = 0; i < N; i++)
		for (int j = 0; j < N; j++) v[i][j] = i + j;
	for (i = 0; i < N; i++) {
		double *p = v[i], *e = v[i + 1];
		while (p < e) *p++ += i;
	}
	for (i = 0; i < N; i++) {
		double *p = v[i];
		while (p < v[i + 1]) *p++ += i;
	}
	for (i = 0; i < N; i++) {
		double *p = v[i], *e = v[i] + N;
		while (p < e) *p++ += i;
	}
	for (i = 0; i < N; i++) {
		double *p = v[i], *e = v[i + 1];
		for (long k = 0; k < e - p; k++) p[k] += i;
	}
	for (i = 0; i < N; i++)
		for (int j = 0; j < N; j++) s += v[i][j] * (i + j);
	printf("%g\n", s);
	double *p;
	for (p = v[0]; p < v[0] + N * N; p++) *p += 1;
	for (p = v[0]; p < v[3]; p++) *p += 1;
	s = 0;
	for (i = 0; i < N; i++)
		for (int j = 0; j < N; j++) s += v[i][j] * (i + j);
	printf("%g\n", s);
	return 0;
}
