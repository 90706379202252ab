// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 11 4 5
// ARGS: 2 3 4
// MAX-SLOW: 0
// calloc starts with zeros; three dimensions.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	long n = atol(argv[1]), m = atol(argv[2]), l = atol(argv[3]);
	float(*a)[m][l] = calloc(n, sizeof *a), (*b)[m][l] = calloc(n * m * l, sizeof(float));
#pragma dist array a[n][m][l], b[n][m][l]
#pragma dist distribute a[block][*][*]
#pragma dist align b[i][j][k] with a[i][j][k]
	for (long i = 0; i < n; i++)
		for (long j = 0; j < m; j++)
			for (long k = 1; k < l; k += 2) a[i][j][k] = i + 10 * j + 100 * k;
	for (long i = 1; i < n - 1; i++)
		for (long j = 1; j < m - 1; j++)
			for (long k = 1; k < l - 1; k++)
				b[i][j][k] = a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] +
				             a[i][j][k - 1] + a[i][j][k + 1] - 6 * a[i][j][k];
	for (long i = 0; i < n; i++)
		for (long j = 0; j < m; j++)
			for (long k = 0; k < l; k++)
				if (b[i][j][k]) printf("%ld %ld %ld %g\n", i, j, k, b[i][j][k]);
	free(b);
	free(a);
	return argc - 4;
}
