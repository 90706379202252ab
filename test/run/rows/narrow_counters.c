// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 3
// BY-ALL: 88 "for (int i = 0; i < n; i++) w[i] = 3 * w[i] + x;": a value of 'x' that one process sets is read by
//              another one in the same nest
//            "for (int i = 0; i < n; i++) w[i] += x;": this does not hold: hpcc_was_x >= 0 and ((m <=
//              255 and hpcc_was_x <= -n + 2m and hpcc_was_x < m) or (m = 256 and hpcc_was_x <= 255 - n and
//              hpcc_was_x <= 255))
//            "for (int i = 0; i < n; i++) w[i] = 3 * w[i] + x;": this does not hold: m <= 127 and 0 <=
//              hpcc_was_x <= -n + 2m and hpcc_was_x < m
// ARGS: 300 300 5
// ARGS: 600 200 0
// ARGS: 90 100 3
// Counters of few bits that never get to what they are to wrap around at.
#include <stdio.h>
#include <stdlib.h>

static int w[600];
#pragma dist distribute w[block]

static void beside(int n, int m, unsigned char x)
{
	for (int i = 0; i < n; i++) {
		w[i] += x;
		x++;
		if (x >= m) x = 0;
	}
	printf("%d\n", x);
}

static void remainder_of(int n, int m, signed char x)
{
	for (int i = 0; i < n; i++) {
		w[i] = 3 * w[i] + x;
		x = (x + 1) % m;
		if (x < 0) x = 0;
	}
	for (int i = 0; i < n; i++) {
		w[i] = 3 * w[i] + x;
		x = (x + 1) % m;
	}
	printf("%d\n", x);
}

static void bytes(int n, unsigned char x)
{
	for (int i = 0; i < n; i++) {
		w[i] ^= x;
		x = (x + 1) % 256;
	}
	printf("%d\n", x);
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), x = atoi(argv[3]);
	(void)argc;
	beside(n, m, x);
	remainder_of(n, m, x);
	bytes(n, x);
	for (int i = 0; i < n; i++) printf("%d\n", w[i]);
	return 0;
}
