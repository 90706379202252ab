// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 10
// BY-ALL: 4 "for (int i = l0; i < h0; i++) p[(i + 3) * s1 + (-1 * j + 1)...": this does not hold: s1 = n and s2 =
//              n * m and (l0 >= h0 or (l0 < h0 and 0 <= left(left(at, coordinate(at, 0, s2), s2), coordinate(at,
//              s2, s1), s1) < n and 4 + h0 - m + coordinate(at, s2, s1) <= j <= 4 + l0 + coordinate(at, s2, s1)))
// ARGS: 9 7
// Strides that are not the shape's: the subscripts that they were taken for lie in the next array. That is not the one which is meant.
#include <stdio.h>
#include <stdlib.h>

int l, m, n;
double *a, *b, *c;
#pragma dist array a[l][m][n], b[l][m][n], c[l][m][n]
#pragma dist distribute [*][*][block] :: a, b, c

void all(double *p, int s0, int s1, int s2, int k0, int k1)
{
	for (int k = k0; k < k1; k++)
		for (int j = 0; j < 3; j++)
			for (int i = 0; i < 2; i++) p[s0 * i + j * s1 + k * s2] += i + j + k;
}

void set(double *p, int s1, int s2, int at, int l0, int h0, int l1, int h1)
{
	for (int j = l1; j < h1; j++)
		for (int i = l0; i < h0; i++) p[(i + 3) * s1 + (-1 * j + 1) * (s2 + s1) + at] = 0.5 * (i + j);
}

int main(int argc, char **argv)
{
	(void)argc;
	l = atoi(argv[1]), m = 3, n = atoi(argv[2]);
	a = malloc(sizeof *a * l * m * n);
	b = malloc(sizeof *b * l * m * n);
	c = malloc(sizeof *c * l * m * n);
	for (int i = 0; i < l * m * n; i++) a[i] = i * 7 % 31;
	for (int i = 0; i < l * m * n; i++) b[i] = i * 11 % 31;
	for (int i = 0; i < l * m * n; i++) c[i] = i * 5 % 31;
	all(a, 1, n, m * n, 1, l - 1);
	set(a, 7, 1, 29, 1, 2, 1, 6);
	set(b, 7, 1, 29, 0, 3, 1, 3);
	set(a, 1, 7, 50, 1, 4, 2, 5);
	for (int i = 0; i < l * m * n; i++) printf("%g %g %g\n", a[i], b[i], c[i]);
	return 0;
}
