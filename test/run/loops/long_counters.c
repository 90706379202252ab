// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Counters of more bits than the loop's variable: products of the number of iterations do not fit into an int.
#include <stdio.h>
static double a[8000], b[8000];
static long c[8000];
#pragma dist distribute [block] :: a, b, c

int main(void)
{
	long k = 0, down = 7;
	unsigned long u = 2147483640;
	for (int i = 0; i < 8000; i++) {
		a[i] = (double)k;
		c[i] = (long)u;
		k += 1000000;
		u++;
	}
	for (unsigned i = 0; i < 8000; i++) {
		b[i] = (double)down;
		down -= 1000000;
	}
	printf("%ld %ld %lu\n", k, down, u);
	for (int i = 0; i < 8000; i += 333) printf("%.15g %.15g %ld\n", a[i], b[i], c[i]);
	return 0;
}
