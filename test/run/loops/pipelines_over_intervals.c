// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// ENV: HPCC_STRIPS=4
// ARGS: 61 3
// ARGS: 5 1
// PER-STEP: procs=2 from="64 10" to="64 20" messages=2,3 bytes=2944,3084 collectives=0
// Dynamic programming over intervals i..j: each is the best of all ways to cut it in two, [i][k] and [k + 1][j]. The
// inner loop chooses the elements that are read, of the process's own rows and of later ones: where it stands in its
// own row, and in its own column. So strips of the other loop are in order (PolyBench's nussinov; chains of products).
#include <stdio.h>
#include <stdlib.h>

#define max_score(a, b) ((a) >= (b) ? (a) : (b))

static int *pairs, *chain;
static int n;
#pragma dist array pairs[n][n], chain[n][n]
#pragma dist distribute pairs[block][*], chain[*][block]

static void best_pairs(const char *seq)
{
	for (int i = n - 1; i >= 0; i--)
		for (int j = i + 1; j < n; j++) {
			pairs[i * n + j] = max_score(pairs[i * n + j], pairs[i * n + j - 1]);
			if (i + 1 < n) {
				int bonds = i < j - 1 && seq[i] + seq[j] == 3;
				pairs[i * n + j] = max_score(pairs[i * n + j], pairs[(i + 1) * n + j]);
				pairs[i * n + j] = max_score(pairs[i * n + j], pairs[(i + 1) * n + j - 1] + bonds);
			}
			for (int k = i + 1; k < j; k++)
				pairs[i * n + j] = max_score(
				        pairs[i * n + j], pairs[i * n + k] + pairs[(k + 1) * n + j]);
		}
}

static void least_products(const int *size)
{
	for (int i = n - 1; i >= 0; i--)
		for (int j = i + 1; j < n; j++) {
			int least = chain[(i + 1) * n + j] + size[i] * size[j];
			for (int k = i + 1; k < j; k++) {
				int by = chain[i * n + k] + chain[(k + 1) * n + j] + size[k] % 7;
				if (by < least) least = by;
			}
			chain[i * n + j] = least;
		}
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 20;
	int times = argc > 2 ? atoi(argv[2]) : 1;
	char *seq = malloc((size_t)n);
	int *size = malloc(sizeof *size * (size_t)n);
	pairs = calloc((size_t)n * (size_t)n, sizeof *pairs);
	chain = calloc((size_t)n * (size_t)n, sizeof *chain);
	for (int i = 0; i < n; i++) seq[i] = (char)(i * i % 4), size[i] = 3 + i * 5 % 11;
	for (int t = 0; t < times; t++) {
		best_pairs(seq);
		least_products(size);
		for (int i = 0; i < n; i++) seq[i] = (char)((seq[i] + t) % 4);
	}
	long sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += pairs[i * n + j] * (long)(i + 2 * j) + chain[i * n + j] % 13;
	printf("%ld\n", sum);
	free(seq), free(size), free(pairs), free(chain);
	return 0;
}
