// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13
// ARGS: 1
// ARGS: 3
// Loop variables of several integer types, declared inside and outside, with conditions of several forms.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	size_t n = (size_t)atol(argv[1]);
	unsigned m = 6;
	int in = (int)n;
	double a[n][m], b[n][m];
#pragma dist distribute [block][*] :: a, b
	size_t i;
	unsigned j;
	for (i = 0; i < n; i++)
		for (j = 0; j < m; j++) a[i][j] = (double)(i * 3 + j), b[i][j] = 0;
	for (long k = 1; k <= (long)n - 2; ++k)
		for (int l = 1; l != (int)m - 1; l++) b[k][l] += a[k - 1][l] + a[k + 1][l - 1];
	for (size_t k = 1; k + 1 < n; k++)
		for (unsigned char l = 0; l < m; l++) b[k][l] += a[k - 1][l];
	for (unsigned k = 1; k < n; k += 1)
		for (j = 1; j < m; j++) b[k][j] -= a[k - 1][j - 1];
	for (int32_t k = in - 1; k >= 1; k--)
		for (int64_t l = 0; l < m; l++) b[k][l] += 2 * a[k - 1][l];
	for (short k = 0; k < in - 1; k = k + 1)
		for (j = m; j-- > 0;) b[k][j] += a[k + 1][j];
	for (i = 0; i < n; ++i) {
		for (j = 0; j < m; ++j) printf(" %g", b[i][j]);
		printf("\n");
	}
	printf("%zu %u\n", i, j);
	return argc != 2;
}
