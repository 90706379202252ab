// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Rows and columns from one index by / and %, on the right and on the left.
#include <stdio.h>

#define N 23
static double M[N][6], b[N * 6], c[N * 6];
#pragma dist distribute M[block][*], c[block]

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < 6; j++) M[i][j] = i + j;
	for (int k = 0; k < N * 6; k++) b[k] += M[k / 6][k % 6];
	for (int k = 0; k < N * 6; k++) c[k] = M[k / 6][k % 6] + k;
	for (int k = 0; k < N * 6; k++) M[k / 6][k % 6] = c[k] - b[k] / 2;
	for (int i = 0; i < N; i++) printf("%g %g %g\n", M[i][i % 6], b[3 * i + 2], c[5 * i]);
	return 0;
}
