// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 7 7 3 7
// COUNTS: 2 3 4 7 8
// MAX-SLOW: 0
//
// As align_ends.c in a grid of three dimensions: some processes own a part of one array and nothing of the other; on four the last
// dimension of the grid is one process.
#include <stdio.h>
#include <stdlib.h>

#define AT(i, j, k, h) ((((i) * m + (j)) * l + (k)) * e + (h))

int main(int argc, char **argv)
{
	int n = 7, m = 7, l = 3, e = 7;
	if (argc > 4) n = atoi(argv[1]), m = atoi(argv[2]), l = atoi(argv[3]), e = atoi(argv[4]);
	size_t bytes = sizeof(float) * n * m * l * e;
	float *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes);
#pragma dist array a[n][m][l][e], b[n][m][l][e], c[n][m][l][e]
#pragma dist template T[n + 3][m + 3][l + 3][e + 3]
#pragma dist distribute T[*][block][block][block]
#pragma dist align a[i][j][k][h] with T[i][j + 1][k + 2][h + 1]
#pragma dist align b[i][j][k][h] with T[i][j + 2][k + 3][h + 2]
#pragma dist align c[i][j][k][h] with T[i][j + 1][k + 1][h + 1]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++)
				for (int h = 0; h < e; h++) {
					a[AT(i, j, k, h)] = (i * 5 + j * 5 + k * 3 + h * 7) % 23;
					b[AT(i, j, k, h)] = 1;
					c[AT(i, j, k, h)] = (i * 3 + j * 3 + k * 7 + h * 5) % 23;
				}
	for (int i = 3; i < n - 2; i++)
		for (int j = m - 3; j >= 0; j--)
			for (int k = 0; k < l - 1; k++)
				for (int h = 0; h < e - 2; h++) {
					b[AT(i, j, k, h)] = c[AT(i, j + 1, k + 1, h)];
					c[AT(i, j, k, h)] = a[AT(i + 2, j, k, h)] - a[AT(j, i, k, h)];
				}
	double of_b = 0, of_c = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++)
				for (int h = 0; h < e; h++) {
					of_b += b[AT(i, j, k, h)] * (i + j % 3 + k * h);
					of_c += c[AT(i, j, k, h)] * (i + j % 3 + k * h);
				}
	printf("%g %g\n", of_b, of_c);
	return 0;
}
