// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 8
// BY-ALL: 93 "for (int k = 0; k < 5000; k++) p += pool[k] * (k % 5);": a pointer goes beyond the array that it
//              leads into
//            "for (int k = 0; k < 2 * m * m; k++) pool[k] += k % 13;": a pointer goes beyond the array
//              that it leads into
// Directives at functions' parameters alone: what they are given are parts of a block, of one shape after the other, that overlap.
#include <stdio.h>
#include <stdlib.h>
#pragma dist array a[n][n], b[n][n]
#pragma dist distribute a[block][*]
#pragma dist align b[i][j] with a[i][j]
static void smooth(int n, const double *a, double *b)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++)
			b[i * n + j] = 0.2 * (a[i * n + j] + a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]);
}
int main(void)
{
	// Another shape in the same memory, and one that is larger.
	double *pool = calloc(5000, sizeof *pool);
	for (int m = 3; m < 40; m += 12) {
		for (int k = 0; k < 2 * m * m; k++) pool[k] += k % 13;
		smooth(m, pool, pool + m * m);
		double p = 0;
		for (int k = 0; k < 5000; k++) p += pool[k] * (k % 5);
		printf("%.12g\n", p);
	}
	// The same array twice, and parts that overlap.
	smooth(5, pool, pool);
	smooth(7, pool, pool + 10);
	smooth(6, pool + 30, pool + 5);
	for (int k = 0; k < 80; k++) printf("%g ", pool[k]);
	printf("\n");
	free(pool);
	return 0;
}
