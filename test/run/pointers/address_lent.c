// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// STDERR: compare
// STDIN: 3 4 9\n
// MAX-SLOW: 0
// Loop variables that functions of the C library set elsewhere.
#include <stdio.h>
#define N 30
static double a[N][N];
#pragma dist distribute a[block][*]
int main(void)
{
	int i, j, n;
	for (i = 0; i < N; i++) for (j = 0; j < N; j++) a[i][j] = i * j;
	if (scanf("%d %d %d", &i, &j, &n) != 3) return 1;
	a[i][j] = n;
	double s = 0;
	for (i = 1; i < N; i++) for (j = 0; j < N; j++) s += a[i][j] - a[i - 1][j];
	printf("%g %d %d\n", s, i, j);
	return 0;
}
