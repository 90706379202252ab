// SPDX-License-Identifier: Apache-2.0
//
// Arrays that a function allocates before the one that they are aligned with, and before the variable that says how
// large they are: they have their mapping as soon as that has its memory.
//
// RUN: %compare %s
// ARGS: 5
// PER-STEP: procs=2 from=10 to=20 messages=1,1 collectives=0
// PER-STEP: procs=4 from=10 to=20 messages=1,2,2,1 collectives=0
// PER-STEP: procs=7 from=10 to=20 messages=1,2,2,2,2,2,1 collectives=0
#include <stdio.h>
#include <stdlib.h>

static double *make(int n) { return (double *)calloc((size_t)n, sizeof(double)); }

static double initialised(int steps)
{
	double *y = make(100), *z = make(100);
	double *x = make(100);
	int n = 100;
#pragma dist array x[n], y[n], z[n]
#pragma dist distribute x[block]
#pragma dist align y[i] with x[i]
#pragma dist align z[i] with x[i]
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n - 1; i++) y[i] = x[i - 1] + x[i + 1] + 1, z[i] += y[i];
		for (int i = 0; i < n; i++) x[i] = y[i] / 2;
	}
	double result = x[50] + z[33];
	free(x), free(y), free(z);
	return result;
}

static double assigned(int n)
{
	double *x, *y;
	y = make(n);
	x = make(n);
#pragma dist array x[n], y[n]
#pragma dist distribute x[block]
#pragma dist align y[i] with x[i]
	for (int i = 0; i < n; i++) x[i] = i % 7, y[i] = 2 * x[i];
	double sum = 0;
	for (int i = 0; i < n; i++) sum += x[i] * y[i];
	free(x), free(y);
	return sum;
}

int main(int argc, char **argv)
{
	printf("%.10g\n", initialised(argc > 1 ? atoi(argv[1]) : 5));
	printf("%.10g\n", assigned(200));
	return 0;
}
