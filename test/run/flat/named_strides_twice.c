// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 8
// BY-ALL: 91 "for (int i = 0; i < n * m; i++) a[i] = i % 5, b[i] = i % 7;": `b` is split along several dimensions
//              that are used as one, and lies elsewhere than `a`
//            "for (int i = 0; i < rows; i++) for (int j = 0; j < 1; j++)...": this does not hold:
//              (g->s1) = 1 and (g->s0) = m and (rows <= 0 or (rows > 0 and m >= 3))
//            "for (int j = 0; j < 1; j++) for (int i = 0; i < rows; i++) {": this does not hold:
//              (g->s1) = 1 and (g->s0) = m and (rows <= 0 or (rows > 0 and m > 0))
//            "for (int i = 0; i < rows; i++) for (int j = 0; j < 1; j++)...": the rows of `b` have 3
//              elements here, those of the mapped array `b` 2
// ARGS: 4 2 2 1 3 1
// ARGS: 4 2 2 1 2 1
// ARGS: 5 3 3 1 2 2
// Names that were two strides elsewhere, or one in one place and another in the next: both in one subscript are told apart where neither is what it seems.
#include <stdio.h>
#include <stdlib.h>

struct layout {
	short s0, s1;
} l;
int n, m;
long long *a, *b;
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [*][block] :: a, b

void both(struct layout *g, int rows)
{
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < 1; j++) a[(i + 1) * (g->s0 + g->s1) + j * g->s1 + 1] += b[i * (g->s0 + g->s1) + 1];
}

void apart(struct layout *g, int rows)
{
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < 1; j++) b[i * g->s0 + (j + 1) * g->s1 + 1] = i + j + 7;
}

void mixed(struct layout *g, int rows)
{
	for (int j = 0; j < 1; j++)
		for (int i = 0; i < rows; i++) {
			a[i * g->s0 + j * g->s1] += b[g->s0 * i + g->s1 * j];
			b[i * g->s0 + j * g->s1] += i + j;
		}
}

int main(int argc, char **argv)
{
	(void)argc;
	n = atoi(argv[1]), m = atoi(argv[2]);
	a = malloc(sizeof *a * n * m), b = malloc(sizeof *b * n * m);
	for (int i = 0; i < n * m; i++) a[i] = i % 5, b[i] = i % 7;
	for (int t = 3; t < 6; t++) {
		// Only what stays within the memory.
		l.s0 = atoi(argv[t]), l.s1 = atoi(argv[t == 5 ? 3 : t + 1]);
		if (2 * (l.s0 + l.s1) + 1 < n * m) both(&l, 2);
		if (2 * l.s0 + l.s1 + 1 < n * m) apart(&l, 3);
		if (l.s0 < n * m) mixed(&l, 2);
	}
	for (int i = 0; i < n * m; i++) printf("%lld %lld\n", a[i], b[i]);
	return 0;
}
