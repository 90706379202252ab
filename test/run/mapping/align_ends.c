// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 5
// ARGS: 13
// ARGS: 2
// MAX-SLOW: 0
//
// Arrays at different places of one template, written in one nest: at the ends a process owns elements of one of them that have no
// counterpart in the other, and needs what they are computed from.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 5;
	double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc((n + 2) * sizeof *c);
#pragma dist array a[n], b[n], c[n + 2]
#pragma dist template T[n + 5]
#pragma dist distribute T[block]
#pragma dist align a[i] with T[i]
#pragma dist align b[i] with T[i + 5]
#pragma dist align c[i] with T[i + 1]
	for (int i = 0; i < n; i++) a[i] = i * i;
	for (int i = 0; i < n + 2; i++) c[i] = 0;
	for (int i = 0; i < n; i++) b[i] = 1;
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < n; i++) {
			b[i] = a[i] + t;
			c[i] = a[n - 1 - i] + t;
		}
		for (int i = 0; i < n; i++) a[i] = b[i] + c[i + 2];
	}
	for (int i = 0; i < n; i++) printf("%g %g %g\n", a[i], b[i], c[i]);
	return 0;
}
