// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 0
// ARGS: 1
// ARGS: 2
// ARGS: 9
// MAX-SLOW: 0
// Loops and arrays of length zero or one, bounds that exclude everything, on any number of processes.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	double *a = malloc((n + 1) * sizeof *a), *b = calloc(n + 1, sizeof *b);
#pragma dist array a[n+1], b[n+1]
#pragma dist distribute [block] :: a, b
	double sum = 0, least = 5;
	int last = -1, i;
	for (i = 0; i <= n; i++) a[i] = i + 1;
	for (i = 1; i < n; i++) b[i] = a[i - 1] + a[i + 1];
	for (i = 3; i < n - 3; i++) b[i] += a[i - 3] * a[i + 3];
	for (i = n; i < n; i++) a[i] = -1;
	for (i = 0; i < n - 100; i++) sum += a[i];
	for (i = 5; i < n; i++) {
		sum += b[i];
		if (b[i] < least) least = b[i];
		last = i;
	}
	printf("%g %g %d %d\n", sum, least, last, i);
	for (i = 0; i <= n; i++) printf("%g %g\n", a[i], b[i]);
	free(a);
	free(b);
	return argc != 2;
}
