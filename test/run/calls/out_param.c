// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 23
// ARGS: 3
// MAX-SLOW: 0
// Memory handed on by out-parameters.
#include <stdio.h>
#include <stdlib.h>

static int make(int n, double **first, double **second)
{
	*first = malloc(n * sizeof(double));
	*second = calloc(n, sizeof(double));
	return *first && *second ? 0 : -1;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20;
	double *a, *b;
#pragma dist array a[n], b[n]
#pragma dist distribute [block] :: a, b
	if (make(n, &a, &b)) return 1;
	for (int i = 0; i < n; i++) a[i] = i * i;
	for (int i = 2; i < n - 2; i++) b[i] = a[i - 2] - 2 * a[i] + a[i + 2];
	for (int i = 0; i < n; i++) printf("%g %g\n", a[i], b[i]);
	free(a);
	free(b);
	return 0;
}
