// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 2
// BY-ALL: 50
//
// Memory without a mapping that a nest reads may be elsewhere the next time, and then be what the nest sets: what was
// found out for the pointers of before does not hold of these. Each value is exact.
// ARGS: 41
// ARGS: 3
#include <stdio.h>
#include <stdlib.h>

static void add(int n, const int *k, const double *v, double *to, const double *factor)
{
#pragma dist inherit k, v
	for (int i = 0; i < n; i++) to[k[i]] += v[i] * factor[k[i]];
}

int main(int argc, char **argv)
{
	(void)argc;
	int n = atoi(argv[1]);
	int *k = malloc(sizeof *k * (size_t)n);
	double *v = malloc(sizeof *v * (size_t)n);
#pragma dist distribute[block] ::k, v
	double *a = malloc(3 * sizeof *a), *b = malloc(3 * sizeof *b), *c = malloc(3 * sizeof *c);
	for (int i = 0; i < n; i++) k[i] = i % 3, v[i] = i % 2 ? .5 : 1;
	for (int i = 0; i < 3; i++) a[i] = b[i] = i + 1, c[i] = 2 * i;
	add(n, k, v, a, b);
	for (int i = 0; i < 3; i++) printf("%.17g %.17g %.17g\n", a[i], b[i], c[i]);
	add(n, k, v, a, a);
	for (int i = 0; i < 3; i++) printf("%.17g %.17g %.17g\n", a[i], b[i], c[i]);
	add(n, k, v, a, c);
	add(n, k, v, b, b);
	add(n, k, v, b, c);
	add(n, k, v, b, a);
	for (int i = 0; i < 3; i++) printf("%.17g %.17g %.17g\n", a[i], b[i], c[i]);
	return 0;
}
