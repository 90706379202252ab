// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 4
// BY-ALL: 48 "for (int i = 1; i < N - 1; i++) for (int j = 0; j < M; j++)...": `from` and `to` overlap
//            "for (int i = 0; i < n; i++) to[i] = from[i] + 1;": `from` and `to` overlap
//            "for (int i = 0; i < N; i++) v[i] = v[N - 1 - i] + v[i];": a value of 'v' that one process
//              sets is read by another one in the same nest
// The same array as two arguments, overlapping views, a shift in place: as the sequential program, whatever it takes.
#include <stdio.h>

#define N 15
#define M 4

static double a[N][M], v[N];
#pragma dist distribute a[block][*]
#pragma dist distribute v[block]

static void sweep(double to[N][M], double from[N][M])
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 0; j < M; j++) to[i][j] = from[i - 1][j] + from[i + 1][j];
}

static void move(double *to, const double *from, int n)
{
	for (int i = 0; i < n; i++) to[i] = from[i] + 1;
}

int main(void)
{
	for (int i = 0; i < N; i++) {
		v[i] = i;
		for (int j = 0; j < M; j++) a[i][j] = i - j;
	}
	sweep(a, a);
	move(v + 1, v, N - 1);
	move(v, v + 2, N - 2);
	for (int i = 0; i < N - 1; i++) v[i] = v[i + 1] * 2;
	for (int i = N - 1; i > 0; i--) v[i] = v[i - 1] - 3;
	for (int i = 0; i < N; i++) v[i] = v[N - 1 - i] + v[i];
	for (int i = 0; i < N; i++) printf("%g %g %g\n", v[i], a[i][0], a[i][3]);
	return 0;
}
