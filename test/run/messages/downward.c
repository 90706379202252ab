// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Loops that count down, with steps.
#include <stdio.h>

#define N 22
#define M 7

static int a[N][M], b[N][M];
#pragma dist distribute [block][*] :: a, b

int main(void)
{
	int i, j;
	for (i = N - 1; i >= 0; i--)
		for (j = M - 1; j >= 0; --j) a[i][j] = i * M + j;
	for (i = N - 2; i > 0; i -= 3)
		for (j = M - 1; j > 1; j -= 2) b[i][j] = a[i + 1][j] - a[i - 1][j - 2];
	for (i = N; i-- > 0;)
		for (j = 0; j < M; j++) b[i][j] += i;
	for (unsigned k = N - 1; k >= 1; k--)
		for (j = 0; j < M; j++) b[k][j] += a[k - 1][j];
	for (i = N - 1; i >= 0; i--) {
		for (j = 0; j < M; j++) printf("%d ", b[i][j]);
		printf("\n");
	}
	return 0;
}
