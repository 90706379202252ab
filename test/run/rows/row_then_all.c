// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
//
// A private sum over a row, and then a reduction of these sums: the statement without mapped arrays goes where the row is.
#include <stdio.h>
#define N 12
#define M 6
static double b[N][M];
#pragma dist distribute b[block][*]
int main(void)
{
	double largest = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) b[i][j] = i * j;
	for (int i = 0; i < N; i++) {
		double c = 0;
		for (int j = 0; j < M; j++) c += b[i][j];
#if V
		if (c + 0 * b[i][0] > largest) largest = c;
#else
		if (c > largest) largest = c;
#endif
	}
	printf("%g\n", largest);
	return 0;
}
