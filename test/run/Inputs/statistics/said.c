// SPDX-License-Identifier: Apache-2.0
// MAX-SLOW: 1
// BY-ALL: 60 "for (int i = 0; i < N; i++) a[to[i]] = b[i];": the subscripts on the left are not affine
#include <stdio.h>

#define N 2000
static double a[N], b[N];
#pragma dist distribute [block] :: a, b
static int to[N];

int main(void)
{
	for (int i = 0; i < N; i++) b[i] = i, to[i] = N - 1 - i;
	for (int i = 0; i < N; i++) a[to[i]] = b[i];
	printf("%g\n", a[3]);
	return 0;
}
