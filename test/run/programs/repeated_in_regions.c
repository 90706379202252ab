// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// A variable that all processes compute in full, in a nest that runs its interior before messages have come, or piece by piece: it is
// computed once.
#include <stdio.h>

enum { N = 20000, ROWS = 13, COLUMNS = 11 };
static double x[N], b[N], u[ROWS][COLUMNS];
#pragma dist distribute [block] :: x, b
#pragma dist distribute u[block][block]

int main(void)
{
	double sum = 0, *flat = u[0];
	int c = 0, d = 0;
	for (int k = 0; k < N; k++) x[k] = 0, b[k] = k % 5;
	for (int r = 0; r < 3; r++) {
		for (int t = 0; t < 3; t++) {
			c = 2 * c + 1;
			for (int k = 1; k < N - 1; k++) x[k] += c * b[k + 1] + b[k - 1];
		}
		for (int k = 0; k < N; k++) b[k] += r;
	}
	for (int t = 0; t < 3; t++) {
		d = 2 * d + 1;
		for (int k = 0; k < ROWS * COLUMNS; k++) flat[k] += d;
	}
	for (int k = 0; k < N; k++) sum += x[k];
	for (int k = 0; k < ROWS * COLUMNS; k++) sum += flat[k];
	printf("%g %d %d\n", sum, c, d);
	return 0;
}
