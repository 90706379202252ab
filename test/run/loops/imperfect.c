// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Nests with statements between their loops, and several inner loops.
#include <stdio.h>

#define N 17
#define M 9

static double a[N][M], row[N], column_weight[M];
#pragma dist distribute a[block][*]
#pragma dist align row[i] with a[i][*]

int main(void)
{
	for (int j = 0; j < M; j++) column_weight[j] = j - 4;
	for (int i = 0; i < N; i++) {
		row[i] = i;
		for (int j = 0; j < M; j++) a[i][j] = row[i] * j;
		row[i] = 0;
		for (int j = 0; j < M; j++) row[i] += a[i][j] * column_weight[j];
		row[i] = row[i] > 100 ? 100 : row[i];
		for (int j = M - 1; j > 0; j--) {
			a[i][j] -= a[i][j - 1];
			if (j == 1) a[i][0] = row[i];
		}
	}
	for (int i = 0; i < N - 1; i++) {
		double next = a[i + 1][0];
		for (int j = 1; j < M; j++) {
			double s = 0;
			for (int k = 0; k < j; k++) s += a[i][k];
			row[i] += s - next;
		}
		row[i] *= 2;
	}
	for (int i = 0; i < N; i++) {
		printf("%g:", row[i]);
		for (int j = 0; j < M; j++) printf(" %g", a[i][j]);
		puts("");
	}
	return 0;
}
