// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// An iteration that copies what it needs to variables of its own, a hundred of them.
#include <stdio.h>

enum { N = 23 };
static double v[N], sum[N], a[N];
#pragma dist distribute [block] :: v, sum, a
static double w[10][N];

#define GET(k, c) double x##c##k = w[k][i] + c, y##c##k = v[i] * x##c##k
#define ROW(c) GET(0, c); GET(1, c); GET(2, c); GET(3, c); GET(4, c); GET(5, c); GET(6, c); GET(7, c); GET(8, c); GET(9, c)
#define ADD(c) y##c##0 + y##c##1 + y##c##2 + y##c##3 + y##c##4 + y##c##5 + y##c##6 + y##c##7 + y##c##8 + y##c##9

int main(void)
{
	for (int i = 0; i < N; i++) v[i] = i % 7;
	for (int k = 0; k < 10; k++)
		for (int i = 0; i < N; i++) w[k][i] = k + i;
	for (int i = 1; i < N - 1; i++) {
		ROW(0);
		ROW(1);
		ROW(2);
		ROW(3);
		ROW(4);
		double left = v[i - 1], right = v[i + 1];
		sum[i] = ADD(0) + ADD(1) - left;
		a[i] = ADD(2) + ADD(3) + ADD(4) - right;
	}
	for (int i = 0; i < N; i++) printf("%g %g\n", sum[i], a[i]);
	return 0;
}
