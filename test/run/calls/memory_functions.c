// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// memset, memcpy, memmove of whole arrays, rows and views.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 13
#define M 4

static double a[N][M], b[N][M], rows[3][M];
#pragma dist distribute [block][*] :: a, b

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i * M + j;
	memset(b, 0, sizeof b);
	memcpy(b[3], a[9], sizeof a[9]);
	memcpy(&b[5], &a[1], 4 * sizeof *a);
	memmove(a[2], a[0], 5 * M * sizeof(double));
	memcpy(rows, &a[10], sizeof rows);
	memcpy(b[12], rows[1], sizeof rows[1]);
	memset(a[7], 0, 2 * sizeof a[7]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%g %g\n", a[i][j], b[i][j]);
	memcpy(b, a, sizeof a);
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += b[i][j] * (i + 1);
	printf("%g %g %d\n", sum, rows[2][3], memcmp(a, b, sizeof a));
	return 0;
}
