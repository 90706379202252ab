// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 84 "for (int i = 0, k = 0; i < n; i++) if (a[i] > 3) best = &a[...": a value of 'k' that one process
//              sets is read by another one in the same nest
//            "if (a[i] > 3) best = &a[i];": elements are read one by one
//            "if (a[i] > 3) {": elements are read one by one
//            "if (a[i] > *best) best = &a[i + 1 < n ? i + 1 : i];": elements are read one by one
// ARGS: 40
// ARGS: 2
// Pointers that are followed, go on, come from elsewhere or leave the loop early: right, if perhaps slow.
#include <stdio.h>
#include <stdlib.h>
#define N 60
static double a[N], b[N];
#pragma dist distribute [block] :: a, b
static double *names[N];

static double *find(int n, double x)
{
	double *p = NULL;
	for (int i = 0; i < n; i++) {
		if (a[i] == x) p = &a[i];
		if (a[i] > 9) return p;
	}
	return p ? p : b;
}

static double *other(int n)
{
	double *best = &b[0], *base = a;
	for (int i = 1; i < n; i++)
		if (a[i] > *best) best = &a[i + 1 < n ? i + 1 : i];
	printf("%g\n", *best);
	best = b;
	for (int i = 1; i < n; i++)
		if (a[i] > *best) best = &a[i]; /* begins in another array */
	printf("%d\n", (int)(best - a));
	for (int i = 1; i < n; i++) {
		if (i == n / 2) base = b;
		if (base[i] > 2) best = &base[i];
	}
	printf("%g\n", *best);
	for (int i = 0; i < n; i++) names[i] = i % 2 ? &a[i] : &b[i];
	for (int i = 0; i < n; i++)
		if (i % 3 == 1) best = names[i];
	printf("%g\n", *best);
	for (int i = 0; i < n; i++)
		if (a[i] > 3) {
			best = &a[i];
			*best += 1;
		}
	for (int i = 0; i < n; i++) {
		if (a[i] > 3) best = &a[i];
		b[i] += *best;
	}
	for (int i = 0, k = 0; i < n; i++) {
		if (a[i] > 3) best = &a[k++];
	}
	return best;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N;
	for (int i = 0; i < n; i++) a[i] = (i * 7) % 11, b[i] = (i * 5) % 7;
	printf("%g %g\n", *find(n, 7), *other(n));
	for (int i = 0; i < n; i++) printf("%g %g\n", a[i], b[i]);
	return 0;
}
