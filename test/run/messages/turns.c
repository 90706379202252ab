// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 5
// A value that follows, in a nest that one process runs because of the loop around it.
#include <stdio.h>
#define N 8
#define M 5
static int c[N][M], a[N][M];
#pragma dist distribute [block][*] :: c, a
int main(void) {
	for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) a[i][j] = c[i][j] = i + j;
	for (int i = 3; i < N; i++)
		for (int j = 0; j < M-1; j++) {
			long x = c[i-1][j] + a[i-3][j];
			c[i][j] = (int)(x + 1) % 100;
		}
	for (int i = 0; i < N; i++) printf("%d\n", c[i][1]);
	return 0;
}
