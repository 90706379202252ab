// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// In turns, with two arrays that do not lie alike: who owns an element of the one reads the element of the other as it
// was before its owner sets it.
// MAX-SLOW: 1
// ARGS: 17
// ARGS: 5
// ARGS: 40
#include <stdio.h>
#include <stdlib.h>
#define W(x) ((long)(x) % 101)

static void sweep(int n, double *a, double *b)
{
	#pragma dist array a[n]
	#pragma dist distribute a[block]
	for (int i = 3; i < n; i++) {
		if (i % 3 == 0) a[i] = W(b[i] + b[i - 1] - 2 * a[i - 3]);
		b[i] = W(3 * b[i]);
	}
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	double a[n], b[n];
	#pragma dist template T[n + 3]
	#pragma dist distribute T[block]
	#pragma dist align a[i] with T[i]
	#pragma dist align b[i] with T[i]
	for (int i = 0; i < n; i++) a[i] = (i * 3 + 0) % 23;
	for (int i = 0; i < n; i++) b[i] = (i * 3 + 1) % 23;
	sweep(n, a, b);
	for (int i = 0; i < n; i++) printf("%g ", a[i]);
	printf("\n");
	for (int i = 0; i < n; i++) printf("%g ", b[i]);
	printf("\n");
	return 0;
}
