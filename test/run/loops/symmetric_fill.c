// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 30
// ARGS: 4
// ARGS: 1
// MAX-SLOW: 0
// One half of what is symmetric is computed by columns, and the other half copied from it: by the owner of one column after the other, beside a loop that
// is split.
#include <stdio.h>
#include <stdlib.h>
#define N 30
#define M 20

static double data[M][N], corr[N][N], mean[N], half[N][N];
#pragma dist distribute [*][block] :: data, corr, half
#pragma dist distribute mean[block]

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, m = M;
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) data[i][j] = (i * j) % 7 + i / 3.0;
	for (int j = 0; j < n; j++) {
		mean[j] = 0;
		for (int i = 0; i < m; i++) mean[j] += data[i][j];
		mean[j] /= m;
	}
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) data[i][j] -= mean[j];
	for (int i = 0; i < n - 1; i++) {
		corr[i][i] = 1.0;
		for (int j = i + 1; j < n; j++) {
			corr[i][j] = 0.0;
			for (int k = 0; k < m; k++) corr[i][j] += data[k][i] * data[k][j];
			corr[j][i] = corr[i][j];
		}
	}
	corr[n - 1][n - 1] = 1.0;
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++) {
			half[i][j] = 0;
			for (int k = 0; k < m; k++) half[i][j] += data[k][i] * data[k][j];
			half[j][i] = half[i][j];
		}
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++) printf("%.10g ", corr[i][j] - half[j][i]);
		printf("\n");
	}
	return 0;
}
