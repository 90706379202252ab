// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Bounds that are constants with a point or an exponent, which an integer is compared with.
// PER-STEP: procs=2 from="10" to="20" messages=0 bytes=0 collectives=0
// PER-STEP: procs=7 from="10" to="20" messages=0 bytes=0 collectives=0
// ARGS: 3
#include <stdio.h>
#include <stdlib.h>

#define N 2e3
#define HALF (N / 2)

static double *x;
#pragma dist array x[2000]
#pragma dist distribute x[block]

int main(int argc, char **argv)
{
	int i, t, steps = argc > 1 ? atoi(argv[1]) : 3;
	double sum = 0;
	x = malloc(N * sizeof(double));
	for (i = 0; i < N; i++) x[i] = i % 12;
	for (t = 0; t < steps; t++) {
		for (i = 0; i < N; i++) {
			x[i] = x[i] + (i % 2 ? 1 : -1) * .5;
			if (x[i] < 0) x[i] = x[i] + 12.5;
		}
		for (i = 0; i <= 999.5; i++) x[i] += 1;     // to 999
		for (i = 0; i < 1000.5; i++) x[i] += 2;     // to 1000
		for (i = 1999; i > 1500.5; i--) x[i] += 4;  // from 1501
		for (i = 1999; i >= 1500.5; i--) x[i] += 8; // from 1501
		for (i = 1999; 1500. <= i; i--) x[i] += 16; // from 1500
		for (i = 0; HALF > i; i++) x[i] += 32;      // to 999
		for (i = 0; i < N; i++)
			if (i >= 2.5 && 7.5 > i && i != 4.0) x[i] += 64;
	}
	for (i = 0; i < N; i++) sum += x[i] * (i % 7);
	printf("%g %g %g %g %g %g %g\n", sum, x[3], x[999], x[1000], x[1001], x[1500], x[1501]);
	free(x);
	return 0;
}
