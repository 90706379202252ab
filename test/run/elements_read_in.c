// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// STDIN: 3 4\n1 2\n2 9\n-1 0\n19 9\n2 2\n3 3\n
// Entries whose indices are read: into variables that hold nothing when the loop begins.
#include <stdio.h>
static double a[20][10];
#pragma dist distribute a[block][*]
static int read_pair(int *p, int *q) { return scanf("%d%d", p, q) == 2; }
int main(void)
{
	int i, j;
	while (scanf("%d%d", &i, &j) == 2 && i >= 0) a[i][j] = 1;
	int k, l;
	while (read_pair(&k, &l)) a[k][l] += 2;
	double s = 0;
	for (i = 0; i < 20; i++)
		for (j = 0; j < 10; j++) s += a[i][j] * (i - j);
	printf("%g %d %d\n", s, k, l);
	return 0;
}
