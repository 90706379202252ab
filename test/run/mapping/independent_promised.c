// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 15 "for (int i = 0; i < n; i++) a[i] = i * 3 % 17;": some of its statements belong to no owner
// ARGS: 40
// ARGS: 41
// ARGS: 6
// ARGS: 2
// MAX-SLOW: 0
//
// Loops that are independent for reasons that only their author knows.
#include <stdio.h>
#include <stdlib.h>

static double *work;

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, half = (n + 1) / 2 + (argc > 5);
	double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c);
	int *from = malloc(n * sizeof *from);
	work = malloc(8 * sizeof *work);
#pragma dist array a[n], b[n], c[n], from[n]
#pragma dist distribute [block] :: a, b, c
	for (int i = 0; i < n; i++) {
		a[i] = i * 3 % 17;
		b[i] = i % 5;
		from[i] = i < half ? (i * 7) % (n - half > 0 ? n - half : 1) + half : i;
		if (from[i] >= n) from[i] = i;
	}

	// The lower half is made of the upper one.
#pragma dist independent
	for (int i = 0; i < n - half; i++) a[i] += a[i + half];

	// So it is here, by an index array.
#pragma dist independent
	for (int i = 0; i < half; i++) a[i] = a[from[i]] + 1;

	// Work arrays: what is set under one condition is read under another that implies it.
	double last = -1;
#pragma dist independent new(work, last)
	for (int i = 0; i < n; i++) {
		int k = (int)b[i];
		if (k > 1) last = a[i];
		if (k > 1)
			for (int m = 0; m < 8; m++) work[m] = last * m;
		c[i] = k > 2 ? work[k] + last : 0.5;
	}

	double sum = 0, weighted = 0;
	for (int i = 0; i < n; i++) {
		sum += a[i];
		weighted += c[i] * (i % 4);
	}
	printf("%g %g\n", sum, weighted);
	return 0;
}
