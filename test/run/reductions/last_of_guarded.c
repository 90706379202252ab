// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Variables with a last value, and places of extrema, that are set in statements with guards of their own: iterations in which the process runs
// another statement only do not count.
#include <stdio.h>

#define N 7

static double a[N], b[N], c[N];
#pragma dist distribute [block] :: a, b, c

int main(void)
{
	double x = -1, y = -1, most = -1;
	int where = -1;
	for (int i = 0; i < N; i++) b[i] = i * i % 7;
	for (int i = N - 1; i >= 1; i--) {
		c[i - 1] = 2 * i;
		a[i] = (x = b[i]);
	}
	printf("%g\n", x);
	for (int i = 1; i < N; i++) {
		a[i] = (y = b[i] + 1);
		c[i - 1] = 2 * i;
	}
	printf("%g\n", y);
	for (int i = 1; i < N; i++) {
		c[i - 1] = 3 * i;
		if (b[i] > most) {
			most = b[i];
			where = i;
		}
		a[i] = i;
	}
	double sum = 0;
	for (int i = 0; i < N; i++) sum += a[i] + (i + 1) * c[i];
	printf("%g %d %g\n", most, where, sum);
	return 0;
}
