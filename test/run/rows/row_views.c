// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Several vectors in one block of memory: pointers to rows, which are read only where they are owned.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	long n = 20;
	double s = 0, *v, *r, *q;
#pragma dist array v[3][n]
#pragma dist distribute v[*][block]
	v = malloc(3 * n * sizeof *v);
	r = v + n;
	q = r + n;
	for (long i = 0; i < n; i++) v[i] = i;
	for (long i = 0; i < n; i++) r[i] = 0;
	for (long i = 0; i < n; i++) q[i] = 2 * i;
	for (long i = 0; i < n; i++) r[i] += v[i];
	for (long i = 0; i < n; i++) s += r[i];
	for (long i = 0; i < n; i++) s += q[i] * r[i];
	printf("%g\n", s);
	free(v);
	return 0;
}
