// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 6
// BY-ALL: 100 "for (int i = 0; i < n; i++) w[i] = 3 * w[i] + x;": a value of 'x' that one process sets is read by
//              another one in the same nest
//            "for (int i = 0; i < n; i++) w[i] = 3 * w[i] + y;": this does not hold: 3 <= m <=
//              2147483648 and hpcc_was_y >= -3 + 3n - 3m and 0 <= hpcc_was_y < m
//            "for (int i = 0; i < n; i++) w[i] = 3 * w[i] + x;": this does not hold: 3 <= m <=
//              2147483648 and 0 <= hpcc_was_x <= 2 - 3n + 4m and hpcc_was_x < m
//            "for (int i = 0; i < n; i++) w[i] = 3 * w[i] + z;": this does not hold: m <= 2147483648
//              and 0 <= hpcc_was_z <= -n + 2m and hpcc_was_z < m
// ARGS: 40 4294967303 4294967285
// ARGS: 40 4294967295 4294967280
// ARGS: 40 30 3
// Unsigned counters that wrap around at 2^32, on their own or in a sum, before they get to their modulus, and those that do not.
#include <stdio.h>
#include <stdlib.h>

static long w[40];
#pragma dist distribute w[block]

static void wider(int n, long m, unsigned x)
{
	unsigned y = x, z = x;
	for (int i = 0; i < n; i++) {
		w[i] = x;
		x = (x + 1) % m;
	}
	for (int i = 0; i < n; i++) {
		w[i] = 3 * w[i] + y;
		y = y + 1 == m ? 0 : y + 1;
	}
	for (int i = 0; i < n; i++) {
		w[i] = 3 * w[i] + z;
		z = z + 1 < m ? z + 1 : 0;
	}
	printf("%u %u %u\n", x, y, z);
}

static void in_sums(int n, unsigned m, unsigned x)
{
	unsigned y = x;
	for (int i = 0; i < n; i++) {
		w[i] = 3 * w[i] + x;
		x = (x + 3) % m;
	}
	for (int i = 0; i < n; i++) {
		w[i] = 3 * w[i] + y;
		y = (y + m - 3) % m;
	}
	printf("%u %u\n", x, y);
}

static void constant(int n, unsigned x)
{
	for (int i = 0; i < n; i++) {
		w[i] = 3 * w[i] + x;
		x = (x + 3) % 4294967301L;
	}
	printf("%u\n", x);
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	long m = atol(argv[2]), x = atol(argv[3]);
	(void)argc;
	wider(n, m, x);
	in_sums(n, m, x);
	constant(n, x);
	for (int i = 0; i < n; i++) printf("%ld\n", w[i]);
	return 0;
}
