// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 2
// BY-ALL: 100 the pointers lead into several arrays
// A function sets one of the pointers that it gets, and its caller has set others: to memory that the loop writes.
#include <stdio.h>
#include <stdlib.h>

enum { N = 60 };

static double other[N];
#pragma dist distribute other[block]

static void run(double **w, double *x, int n)
{
	w[0] = malloc((size_t)n * sizeof **w);
	for (int i = 0; i < n; i++) w[0][i] = i;
	for (int i = 1; i < n; i++) x[i] = .5 * w[1][i - 1] + w[0][i];
}

int main(void)
{
	double *w[2], *x = malloc(N * sizeof *x), sum = 0;
#pragma dist distribute x[block]
	for (int i = 0; i < N; i++) x[i] = i % 7, other[i] = i;
	w[1] = x;
	run(w, x, N);
	free(w[0]);
	double *v[2] = {NULL, x};
	run(v, x, N);
	free(v[0]);
	for (int i = 0; i < N; i++) sum += x[i] * (i + 1) + other[i];
	printf("%.12g\n", sum);
}
