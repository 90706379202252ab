// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 24
// ARGS: 20
// ARGS: 64
// ARGS: 4
// MAX-SLOW: 15
// BY-ALL: 15 the corners of blocks, and copies of the diagonal one, where there are few
// PER-STEP: procs=2 from="64 4" to="64 8" collectives=0
// PER-STEP: procs=4 from="64 4" to="64 8" collectives=0
// PER-STEP: procs=7 from="64 4" to="64 8" collectives=0
// The blocks above and left of a matrix that is factorised in blocks, in one loop: those above are set row after row,
// which belong to one process, or to two. These take turns, and all others do the blocks on the left at the same time;
// the inner loops are not split one by one, with a collective for each.
#include <stdio.h>
#include <stdlib.h>

enum { BS = 4 };

static void perimeter(float *a, int size, int offset)
{
	int blocks = (size - offset - BS) / BS;
	for (int b = 0; b < blocks; b++) {
		float sum, corner[BS * BS];
		int i, j, k, row = offset, column = offset + BS * (b + 1);
		for (i = 0; i < BS; i++)
			for (j = 0; j < BS; j++) corner[i * BS + j] = a[size * (i + offset) + offset + j];
		for (j = 0; j < BS; j++)
			for (i = 0; i < BS; i++) {
				sum = 0.f;
				for (k = 0; k < i; k++) sum += corner[BS * i + k] * a[(row + k) * size + column + j];
				a[(row + i) * size + column + j] = a[(row + i) * size + column + j] - sum;
			}
		column = offset;
		row += BS * (b + 1);
		for (i = 0; i < BS; i++)
			for (j = 0; j < BS; j++) {
				sum = 0.f;
				for (k = 0; k < j; k++) sum += a[(row + i) * size + column + k] * corner[BS * k + j];
				a[size * (row + i) + column + j] =
				        (a[size * (row + i) + column + j] - sum) / a[size * (offset + j) + offset + j];
			}
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : n;
	float *a;
#pragma dist array a[n][n]
#pragma dist distribute a[block][*]
	a = malloc(sizeof *a * n * n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) a[i * n + j] = i == j ? 4 : (7 * i + 3 * j) % 11 / 32.f;
	for (int t = 0; t < n - BS && t < BS * steps; t += BS) perimeter(a, n, t);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) printf("%g%c", a[i * n + j], j < n - 1 ? ' ' : '\n');
	free(a);
	return 0;
}
