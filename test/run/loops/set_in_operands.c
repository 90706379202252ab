// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Variables that an operand of ?: or || sets, which is not always evaluated: what an iteration before has set is there
// still, whoever did that.
// ARGS: 1
// ARGS: 4
// MAX-SLOW: 3
#include <stdio.h>
#include <stdlib.h>

enum { N = 9 };
static int a[N], b[N], c[N], d[N];
#pragma dist distribute [block] :: a, b, c, d

int main(int argc, char **argv)
{
	int seed = argc > 1 ? atoi(argv[1]) : 1;
	long x = 0, y = -1, z = 7, w[6] = {0};
	for (int i = 0; i < N; i++) b[i] = (i * 7 + seed) % 5;
	for (int i = 0; i < N; i++) {
		b[i] > 1 ? (w[5] = 3) : (x = i);
		a[i] = x;
	}
	for (int i = 0; i < N; i++) {
		(void)(b[i] > 1 || (y = i + 10));
		c[i] = y;
	}
	for (int i = 0; i < N; i++) {
		for (int q = 0; q < 5; q++) w[q] = b[i];
		(void)(b[i] > 1 ? (w[5] = b[i] * 2) : (z = w[4] + i));
		d[i] = z;
	}
	for (int i = 0; i < N; i++) printf("%d %d %d\n", a[i], c[i], d[i]);
	printf("%ld %ld %ld\n", x, y, z);
	return 0;
}
