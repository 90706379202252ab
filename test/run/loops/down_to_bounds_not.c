// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 20 3
// ARGS: 20 0
// ARGS: 20 -1
// ARGS: 3 -5
// MAX-SLOW: 12
// BY-ALL: 100 "for (size_t i = m; i-- > k": what they go down to changes, or is large as an unsigned number
// Loops that step down in their condition to what they set themselves, or to a negative number.
#include <stdio.h>
#include <stdlib.h>

enum { N = 40 };
static double v[N], w[N];
#pragma dist distribute [block] :: v, w
static size_t bound;

static double raise(double x) { return bound += x > 4, x; }

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, low = argc > 2 ? atoi(argv[2]) : 1;
	size_t m = n, k = 1;
	for (int i = 0; i < N; i++) v[i] = i * 7 % 11, w[i] = i;
	for (size_t i = m; i-- > low;) v[i] += w[i];
	for (size_t i = m; i-- > k; k++) v[i] += 1;
	printf("%zu\n", k);
	k = 0;
	for (size_t i = m; i-- > k;) v[i] += 2, k += i % 3 == 0;
	printf("%zu\n", k);
	for (size_t i = m; i-- > bound;) w[i] = raise(v[i]);
	printf("%zu\n", bound);
	for (int i = 0; i < N; i++) printf("%g %g\n", v[i], w[i]);
	return 0;
}
