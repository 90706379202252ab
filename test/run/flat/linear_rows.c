// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 8
// ARGS: 4 3
// ARGS: 1 1
// MAX-SLOW: 0
// Memory linearised by hand behind macros, row by row.
#include <stdio.h>
#include <stdlib.h>

#define IN(i, j) in[(i) * (m) + (j)]
#define OUT(i, j) out[(j) + m * (i)]

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	double *in = malloc(sizeof(double) * n * m), *out = malloc(sizeof(double) * n * m);
#pragma dist array in[n][m], out[n][m]
#pragma dist distribute [block][*] :: in, out
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			IN(i, j) = i + 2 * j;
			OUT(i, j) = 0;
		}
	for (int t = 0; t < 3; t++) {
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < m - 1; j++)
				OUT(i, j) += 0.5 * IN(i - 1, j) - 0.25 * IN(i + 1, j) + 2 * IN(i, j - 1) - IN(i, j + 1);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) IN(i, j) += 1;
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) printf("%g%c", OUT(i, j), j == m - 1 ? '\n' : ' ');
	free(in);
	free(out);
	return argc != 3;
}
