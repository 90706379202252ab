// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 40 3
// ARGS: 17 5
// ARGS: 8 1
// TOLERANCE: 1e-12
// MAX-SLOW: 0
// Steps that only the run knows, and tiles of a size that only the run knows: one nest, not one for each tile.
#include <stdio.h>
#include <stdlib.h>
#define N 41
#define MIN(x, y) ((x) < (y) ? (x) : (y))
static double a[N][N], b[N][N], v[N];
#pragma dist distribute [block][*] :: a, b
#pragma dist distribute v[block]

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), tile = atoi(argv[2]);
	double s = 0;
	for (int i = 0; i < N; i++) {
		v[i] = i % 7;
		for (int j = 0; j < N; j++) a[i][j] = (i * j) % 11, b[i][j] = 0;
	}
	for (int i = 1; i < n; i += tile) v[i] += i;
	for (int i = n - 1; i >= 0; i -= tile) v[i] *= 2;
	for (int i = 0; i + tile <= n; i = i + tile) s += v[i] - v[i + tile - 1];
	printf("%g\n", s);
	for (int t = 0; t < 3; t++) {
		for (int ii = 1; ii < n - 1; ii += tile)
			for (int jj = 1; jj < n - 1; jj += tile)
				for (int i = ii; i < MIN(ii + tile, n - 1); i++)
					for (int j = jj; j < MIN(jj + tile, n - 1); j++)
						b[i][j] += 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < n - 1; j++) a[i][j] = b[i][j];
	}
	size_t many = n;
	for (int i = 0; i < n; i += n / 3 + 1) v[i] += 2;
	for (int i = n - 1; i >= 0; i -= 2 * tile - 1) v[i] -= 3;
	for (size_t i = 0; i < many; i += many / 4) s += v[i];
	for (size_t i = 0; i < many; i += many / 2) printf("%zu %g\n", i, v[i]);
	int back = -tile;
	for (int i = n - 1; i > 0; i += back) v[i] += a[i][i];
	for (int i = 0; i < n; i++) s += v[i] * i;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) s += a[i][j] * (i + 2 * j);
	printf("%.15g\n", s);
	return 0;
}
