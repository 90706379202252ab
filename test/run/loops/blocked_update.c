// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 24
// ARGS: 21
// ARGS: 6
// ARGS: 4
// ARGS: 64
// MAX-SLOW: 0
// BY-ALL: 3 the corners of blocks, where there are few
// The update of a matrix that is factorised in blocks, in place, with one counter for the blocks: each process updates
// the rows of blocks that it owns a part of. The block row above is sent to all once, and of blocks that several own
// the left column; sums that go from row to row of a block, and copies of what is left and above of it, each of them
// has for itself.
#include <stdio.h>
#include <stdlib.h>

enum { BS = 4 };

static void update(float *a, int size, int offset)
{
	int in_row = (size - offset - BS) / BS;
	for (int b = 0; b < in_row * in_row; b++) {
		float top[BS * BS], left[BS * BS], sum[BS] = {0.f};
		int i_global = offset + BS * (1 + b / in_row), j_global = offset + BS * (1 + b % in_row);
		for (int i = 0; i < BS; i++)
			for (int j = 0; j < BS; j++) {
				top[i * BS + j] = a[size * (i + offset) + j + j_global];
				left[i * BS + j] = a[size * (i + i_global) + offset + j];
			}
		for (int i = 0; i < BS; i++) {
			for (int k = 0; k < BS; k++)
				for (int j = 0; j < BS; j++) sum[j] += left[BS * i + k] * top[BS * k + j];
			for (int j = 0; j < BS; j++) {
				a[(i + i_global) * size + j + j_global] -= sum[j] / 8;
				sum[j] = 0.f;
			}
		}
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	float *a;
#pragma dist array a[n][n]
#pragma dist distribute a[block][*]
	a = malloc(sizeof *a * n * n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) a[i * n + j] = (7 * i + 3 * j) % 11 / 16.f;
	for (int t = 0; t < n - BS; t += BS) update(a, n, t);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) printf("%g%c", a[i * n + j], j < n - 1 ? ' ' : '\n');
	free(a);
	return 0;
}
