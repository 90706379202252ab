// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 22 "printf("%d %d %d %d %d %d\n", a[3], a[11], b[3][1], k, n, a...": elements are read one by one
//            "a[n++, n + 10] += a[k--, k] + b[k, k + 1][n, 1];": elements are read one by one
//            "n += a[k, 11]--;": elements are set one by one
//            "n += a[k, 11]--;": elements are read one by one
// Commas in subscripts of elements outside of loops, where no parentheses are around them.
#include <stdio.h>

enum { N = 15 };
static int a[N], b[N][3];
#pragma dist distribute a[block]
#pragma dist distribute b[block][*]

int main(void)
{
	int k = 2, n = 0;
	for (int i = 0; i < N; i++) a[i] = b[i][1] = i;
	a[k += 1, k] = 50;
	a[n++, n + 10] += a[k--, k] + b[k, k + 1][n, 1];
	b[a[1, 4], 3][k = 1, k]++;
	n += a[k, 11]--;
	printf("%d %d %d %d %d %d\n", a[3], a[11], b[3][1], k, n, a[n++, 3]);
	return 0;
}
