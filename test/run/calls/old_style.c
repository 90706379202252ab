// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Definitions in the old style, parameters declared in another order than they are listed; main without a result.
// FLAGS: -std=gnu99 -w
// MAX-SLOW: 0
#include <stdio.h>
#include <stdlib.h>
#define N 20
static double a[N], b[N];
#pragma dist distribute [block] :: a, b

void f(n, y, x)
double *x, *y;
int n;
{
	int j;
	for (j = 1; j < n; j++) y[j] = x[j - 1] + 1;
}

static double g(n, by, x)
double *x, by;
int n;
{
	double s = 0;
	for (int j = 0; j < n; j++) s += x[j] * by;
	return s;
}

void main(argc, argv)
int argc;
char **argv;
{
	double s = 0;
	for (int j = 0; j < N; j++) a[j] = j, b[j] = 0;
	f(N, b, a);
	for (int j = 0; j < N; j++) s += (j + 1) * (a[j] + 10 * b[j]);
	printf("%g %g %d\n", s, g(N, 0.5, b), argc);
	exit(argc - 1);
}
