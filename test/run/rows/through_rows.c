// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 4
// BY-ALL: 67 "for (int k = 0; k < n * m; k++) (*b)[k] = c[0][k] = k;": `c` is not used as the mapped array `c`
//              with its 2 dimension(s), or not within its rows
//            "for (int k = 0; k < n * m; k++) sum += b[0][k];": `b` is not used as the mapped array `b`
//              with its 2 dimension(s), or not within its rows
//            "for (int k = 0; k < 13 * 11; k++) u[0][k] = k;": `u` is not used as the mapped array `u`
//              with its 2 dimension(s), or not within its rows
//            "for (int k = 0; k < n * m; k++) b[0][k] += 1 + (*c)[k];": `c` is not used as the mapped
//              array `c` with its 2 dimension(s), or not within its rows
// ARGS: 13 11
// ARGS: 2 3
// CHECK-REPORTS: `[bcu]\[0\]\[\d+\]` is outside of the array: subscript 2
// A subscript of one row that goes through all of them.
#include <stdio.h>
#include <stdlib.h>

static double u[13][11];
#pragma dist distribute u[block][*]

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	double(*b)[m] = malloc(n * sizeof *b), (*c)[m] = malloc(n * sizeof *c);
#pragma dist distribute b[block][*], c[block][block]
	for (int k = 0; k < n * m; k++) (*b)[k] = c[0][k] = k;
	for (int k = 0; k < n * m; k++) b[0][k] += 1 + (*c)[k];
	for (int k = 0; k < 13 * 11; k++) u[0][k] = k;
	double sum = 0;
	for (int k = 0; k < n * m; k++) sum += b[0][k];
	for (int k = 0; k < 13 * 11; k++) sum += u[0][k];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += b[i][j] * (i + 2 * j) + c[i][j];
	for (int i = 0; i < 13; i++)
		for (int j = 0; j < 11; j++) sum += u[i][j] * (i + 2 * j);
	printf("%g\n", sum);
	return 0;
}
