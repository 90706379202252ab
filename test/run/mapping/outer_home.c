// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Sums in inner loops that touch no mapped array: they belong where the loops around them read one. Variables of an iteration that inner
// loops of unknown length use.
#include <stdio.h>

enum { N = 23, M = 5 };
static double a[N], b[N], w[M] = {1, 2, 3, 4, 5};
static int count[N];
#pragma dist distribute[block] ::a, b, count
static int h[7];

int main(void)
{
	double sum = 0, largest = -1, first, step;
	int where = -1;
	long total = 0;
	for (int i = 0; i < N; i++) {
		a[i] = i % 11;
		count[i] = i % 4;
	}
	for (int i = 0; i < N; i++) {
		double x = a[i];
		for (int k = 0; k < M; k++) sum += x * w[k];
	}
	for (int i = 0; i < N; i++) {
		int x = (int)a[i];
		for (int k = 0; k < M; k++) h[(x + k) % 7]++;
	}
	for (int i = 0; i < N; i++) {
		double x = a[i];
		int c = count[i];
		for (int k = 0; k < M; k++)
			if (x * w[k] - c > largest) {
				largest = x * w[k] - c;
				where = i;
			}
	}
	for (int i = 0; i < N; i++)
		for (int k = 0; k < count[i]; k++) {
			first = w[k];
			for (int l = 0; l < M; l++) {
				step = first + l;
				b[i] += step * w[l];
			}
			total += k;
		}
	printf("%g %d %g %d %ld\n", sum, h[3], largest, where, total);
	for (int i = 0; i < N; i++) printf("%g\n", b[i]);
	return 0;
}
