// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// A loop whose nests are split reads elements of memory beside them that has no mapping: no reason to bring all of everything to everyone.
#include <stdio.h>
#include <stdlib.h>

void recursion(int n, const long *r, long *y)
{
	long turned[n], factor = r[0];
#pragma dist distribute turned[block]
	for (int i = 0; i < n; i++) turned[i] = 0;
	for (int k = 1; k < n; k++) {
		long sum = 0;
		for (int i = 0; i < k; i++) sum += r[k - i - 1] * y[i];
		factor = (r[k] + sum + factor) % 1009;
		for (int i = 0; i < k; i++) turned[i] = (y[i] + factor * y[k - i - 1]) % 1013;
		for (int i = 0; i < k; i++) y[i] = turned[i];
		y[k] = factor;
	}
}

int main(int argc, char **argv)
{
	int n = 40 + argc;
	long *r = malloc(n * sizeof *r), *y = malloc(n * sizeof *y);
#pragma dist array y[n]
#pragma dist distribute y[block]
	if (!r || !y || !argv[0]) return 1;
	for (int i = 0; i < n; i++) r[i] = n + 1 - i;
	for (int i = 0; i < n; i++) y[i] = i;
	recursion(n, r, y);
	for (int i = 0; i < n; i++) printf("%ld\n", y[i]);
	return 0;
}
