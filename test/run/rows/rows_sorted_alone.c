// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 2
// A loop that does nothing but sort rows is split: each process sorts its own. One over rows that only the run finds is
// no slow loop for it: each of its calls brings one row.
// PER-STEP: procs=2 from="2" to="6" messages=0 bytes=0 collectives=4
// PER-STEP: procs=4 from="2" to="6" messages=0 bytes=0 collectives=4
#include <stdio.h>
#include <stdlib.h>

enum { N = 101, K = 7 };
static long key[N][K];
static int order[3];
#pragma dist distribute key[block][*]

static int compare(const void *a, const void *b)
{
	const long x = *(const long *)a, y = *(const long *)b;
	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	const int steps = argc > 1 ? atoi(argv[1]) : 1;
	for (int k = 0; k < 3; k++) order[k] = (70 + k * k * steps) % N;
	for (int t = 0; t < steps; t++) {
		for (int r = 0; r < N; r++)
			for (int k = 0; k < K; k++) key[r][k] = (r * 7 + k * 13 + t) % 11;
		for (int r = 0; r < N; r++) qsort(key[r], K, sizeof key[r][0], compare);
		for (int r = 1; r < N; r += 2) qsort(&key[r][2], K - 2, sizeof(long), compare);
		for (int k = 0; k < 3; k++) qsort(key[order[k]], K, sizeof key[0][0], compare);
		printf("%ld\n", key[t][0]);
	}
	for (int r = 0; r < N; r++)
		for (int k = 0; k < K; k++) printf("%ld\n", key[r][k]);
	return 0;
}
