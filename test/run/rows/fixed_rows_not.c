// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Loops over rows that read one row of the array that they set, whose heads are not the same when they come again: they
// must not be written three times.
// MAX-SLOW: 4000
#include <stdio.h>

#define N 40

static double a[N][N];
#pragma dist distribute a[block][*]
static int calls, from[2] = {1, 0};

static int first(void) { return calls++ % 3; }

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) a[i][j] = i + j % 5;
	for (int k = 0; k < N; k++)
		for (int i = first(); i < N; i++)
			for (int j = 0; j < N; j++) a[i][j] = 0.5 * a[i][j] + 0.5 * a[k][j];
	for (int k = 0; k < N; k++)
		for (int i = from[0]; i < N; i++) {
			for (int j = 0; j < N; j++) a[i][j] = 0.5 * a[i][j] + 0.5 * a[k][j];
			if (i == 5) from[0] = (from[0] + 1) % 4;
		}
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) sum += a[i][j] * (i + 2 * j);
	printf("%.9g %d\n", sum, calls);
	return 0;
}
