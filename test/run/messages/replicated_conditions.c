// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 40
// Arrays that every process has a copy of, set under a condition in a nest that is split: what is not set stays what it was.
// Where two processes may set an element they take turns, 40 times.
#include <stdio.h>
enum { N = 41, M = 9 };
static double a[N][M];
#pragma dist distribute a[block][*]
static double x[N], y[N], z[N];
static int rows[N];

static void print(const char *name, const double *v)
{
	printf("%s", name);
	for (int i = 0; i < N; i++) printf(" %g", v[i]);
	printf("\n");
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = (i * 5 + j * 7) % 11;
	for (int i = 0; i < N; i++) x[i] = -i;
	for (int round = 0; round < 3; round++) {
		for (int i = 1; i < N - 1; i++)
			if (a[i][round] > 4) x[i] = x[i] + a[i][0] * x[0] + a[i - 1][1];
		print("x", x);
	}
	// Set in parts in front of it: all is needed behind it.
	for (int i = 0; i < N; i++) y[i] = a[i][3];
	for (int i = 0; i < N; i++)
		if (a[i][5] > 6) y[i] = 100 + a[i][5];
	print("y", y);
	// The other way round; each of two iterations may set an element, in the order of the loop.
	for (int i = 0; i < N; i++)
		if (a[i][1] > 3) z[N - 1 - i] = a[i][1];
	for (int i = 1; i < N; i++)
		for (int k = 0; k < 2; k++)
			if (a[i][k] > 7 - k) z[i - k] = 1000 * k + i;
	print("z", z);
	// Counted on the way.
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (a[i][j] == 3) rows[i]++;
	for (int i = 0; i < N; i++) printf("%d ", rows[i]);
	printf("\n");
	return 0;
}
