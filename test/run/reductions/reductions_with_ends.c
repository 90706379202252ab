// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Functions that add to elements of arrays, and may end the program: what the nest had added until then is forgotten, so that the first one in the
// program's order reports, and handlers see what there was in the sequential program.
// MAX-SLOW: 1
// ARGS:
// ARGS: 25
// ARGS: 31 3
#include <stdio.h>
#include <stdlib.h>

enum { N = 43, M = 8 };
static double value[N], tally[M], direct[M];
static int key[N];
#pragma dist distribute [block] :: value, key

static void put(int at, double what)
{
	if (what > 1000) {
		fprintf(stderr, "too much in %d: %g\n", at, what);
		exit(3);
	}
	tally[at] += what;
	tally[(at + 1) % M] -= 1;
}

static void show(void)
{
	for (int k = 0; k < M; k++) printf("%g %g\n", tally[k], direct[k]);
}

int main(int argc, char **argv)
{
	if (atexit(show)) return 1;
	for (int i = 0; i < N; i++) value[i] = i, key[i] = i * 3 % M;
	for (int t = 0; t < 2; t++) {
		for (int i = 0; i < N; i++) {
			put(key[i], value[i]);
			direct[key[i]] += value[i];
		}
		for (int k = 1; k < argc; k++) value[atoi(argv[k])] = 2000 + k;
	}
	return 0;
}
