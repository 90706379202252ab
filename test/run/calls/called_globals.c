// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 2
// BY-ALL: 61 "for (int i = 0; i < N; i++) b[i] += p.x;": a value of 'p' that one process sets is read by another
//              one in the same nest
//            "for (int i = 0; i < N; i++) total += a[i];": a value of 'total' that one process sets is
//              read by another one in the same nest
// Functions called in nests that read variables which the nest sets; structs set as a whole and read by member.
#include <stdio.h>

#define N 14

typedef struct pair {
	int x, y;
} pair;

static double a[N], b[N], total, scale;
#pragma dist distribute [block] :: a, b

static double scaled(double x) { return scale * x; }
static double so_far(double x) { return x + total; }

int main(void)
{
	pair p = {0, 0};
	for (int i = 0; i < N; i++) a[i] = i % 5;
	for (int i = 0; i < N; i++) {
		scale = a[i] + 1;
		b[i] = scaled(i);
	}
	for (int i = 0; i < N; i++) {
		total += a[i];
		b[i] += so_far(1);
	}
	for (int i = 0; i < N; i++) {
		b[i] += p.x;
		pair q = {i, -i};
		p = q;
	}
	for (int i = 0; i < N; i++) printf("%g %g\n", a[i], b[i]);
	printf("%g %g %d %d\n", total, scale, p.x, p.y);
	return 0;
}
