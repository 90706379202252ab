// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Arrays in one block of memory, set and read by nests whose bounds are not affine: it is not known how far they go by
// the pointer to the first one, and they do go on into the others.
// MAX-SLOW: 4
// BY-ALL: 100 the nests go beyond the array of which it is known who owns what
#include <stdio.h>
#include <stdlib.h>

enum { M = 6 };

static int from[2], rows[2];
static double *levels;
#pragma dist array levels + from[k] [rows[k]][M] : k = 0..1
#pragma dist distribute levels[block][*]

int main(void)
{
	double sum = 0;
	rows[0] = 8;
	rows[1] = 4;
	from[1] = 8 * M;
	levels = malloc(sizeof *levels * 12 * M);
	for (int k = 0; k < 2; k++) {
		double *level = levels + k * 8 * M;
		for (int i = 0; i < 8 >> k; i++)
			for (int j = 0; j < M; j++) level[i * M + j] = i * j + k;
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < M; j++) (levels + 8 * M)[i * M + j] += 3;
	for (int k = 0; k < 2; k++) {
		const double *level = levels + k * 8 * M;
		for (int i = 0; i < 8 >> k; i++)
			for (int j = 0; j < M; j++) sum += level[i * M + j] * (i + 1) * (k + 2);
	}
	for (int k = 0; k < 2; k++) {
		double *level = levels + k * 8 * M;
		for (int i = 0; i < 8 >> k; i++)
			for (int j = 0; j < M; j++) level[i * M + j] = 2 * level[i * M + j] + k;
	}
	for (int i = 0; i < 12 * M; i++) sum += levels[i] * i;
	free(levels);
	printf("%g\n", sum);
	return 0;
}
