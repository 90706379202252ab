// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Blocks along anti-diagonals, each brought to a work array and back. What they touch ends at the array's end only because blocks begin
// at multiples of their length: a section that forgets it goes beyond the array, and all processes would run the nest.
// MAX-SLOW: 0
#include <stdio.h>
#include <stdlib.h>

#define B 4

static void sweep(int *score, const int *weight, int columns, int penalty)
{
	for (int diagonal = 1; diagonal <= (columns - 1) / B; diagonal++)
		for (int x = 0; x < diagonal; ++x) {
			int y = diagonal - 1 - x;
			int tile[(B + 1) * (B + 1)], part[B * B];
			for (int i = 0; i < B; ++i)
				for (int j = 0; j < B; ++j)
					part[i * B + j] = weight[columns * (y * B + i + 1) + x * B + j + 1];
			for (int i = 0; i < B + 1; ++i)
				for (int j = 0; j < B + 1; ++j)
					tile[i * (B + 1) + j] = score[columns * (y * B + i) + x * B + j];
			for (int i = 1; i < B + 1; ++i)
				for (int j = 1; j < B + 1; ++j) {
					int left = tile[i * (B + 1) + j - 1] - penalty, up = tile[(i - 1) * (B + 1) + j] - penalty;
					int both = tile[(i - 1) * (B + 1) + j - 1] + part[(i - 1) * B + j - 1];
					int more = left > up ? left : up;
					tile[i * (B + 1) + j] = both > more ? both : more;
				}
			for (int i = 0; i < B; ++i)
				for (int j = 0; j < B; ++j)
					score[columns * (y * B + i + 1) + x * B + j + 1] = tile[(i + 1) * (B + 1) + j + 1];
		}
}

int main(int argc, char **argv)
{
	int n = (argc > 1 ? atoi(argv[1]) : 24) + 1;
	int *score = malloc(sizeof *score * n * n), *weight = malloc(sizeof *weight * n * n);
#pragma dist array score[n][n], weight[n][n]
#pragma dist distribute [block][*] :: score, weight
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			score[i * n + j] = i == 0 || j == 0 ? -2 * (i + j) : 0;
			weight[i * n + j] = (i * 7 + j * 3) % 11 - 4;
		}
	sweep(score, weight, n, 2);
	long sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += (long)(i + 1) * score[i * n + j] + (long)j * j * score[i * n + j];
	printf("%ld\n", sum);
	free(score);
	free(weight);
	return 0;
}
