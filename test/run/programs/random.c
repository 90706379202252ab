// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 2
// BY-ALL: 100 "for (int j = 0; j < M; j++) a[i][j] = rand() % 100;": elements are set one by one
//            "for (int t = 0; t < 5; t++) int i = rand() % N, j = rand()...": 'rand' may have effects
//              beyond its result
//            "printf("%u\n", b[i]);": elements are read one by one
//            "for (int i = 0; i < N; i++) b[i] = next() % 100;": elements are set one by one
// rand and a generator of the program's own, in nests (order of iterations) and outside.
#include <stdio.h>
#include <stdlib.h>

#define N 13
#define M 4

static int a[N][M];
static unsigned b[N];
#pragma dist distribute a[block][*]
#pragma dist distribute b[block]

static unsigned state = 12345;

static unsigned next(void)
{
	state = state * 1103515245u + 12345u;
	return state >> 16;
}

int main(void)
{
	srand(42);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = rand() % 100;
	for (int i = 0; i < N; i++) b[i] = next() % 100;
	printf("%d %u\n", rand() % 100, next() % 100);
	for (int t = 0; t < 5; t++) {
		int i = rand() % N, j = rand() % M;
		a[i][j] += 1000;
		printf("%d %d %d\n", i, j, a[i][j]);
	}
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) printf("%d ", a[i][j]);
		printf("%u\n", b[i]);
	}
	return 0;
}
