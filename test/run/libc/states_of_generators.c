// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
//
// Random numbers of an iteration's own: the generators go on with the state that they are given, and with nothing else.
// With one state for all iterations the processes work one after the other.
#include <stdio.h>
#include <stdlib.h>
#define N 64
static double hits[N], more[N], last[N], own[N];
#pragma dist distribute[block] ::hits, more, last, own
static double uniform(unsigned *seed) { return rand_r(seed) / (double)RAND_MAX; }
static double wave(unsigned short x[3], int n) {
	double s = 0;
	for (int i = 0; i < n; i++)
		s += erand48(x);
	return s;
}
int main(void) {
	for (int b = 0; b < N; b++) {
		unsigned seed = 17 * b + 1;
		int in = 0;
		for (int i = 0; i < 100; i++) {
			double x = rand_r(&seed) / (double)RAND_MAX, y = rand_r(&seed) / (double)RAND_MAX;
			in += x * x + y * y < 1;
		}
		hits[b] = 4.0 * in / 100;
	}
	for (int b = 0; b < N; b++) {
		unsigned seed = 3 * b + 1;
		for (int i = 0; i < 10; i++)
			more[b] += uniform(&seed) - .5;
	}
	for (int b = 0; b < N; b++) {
		unsigned short x[3] = {0, 0, b * b};
		for (int i = 0; i < 10; i++)
			last[b] += erand48(x) * (nrand48(x) % 7);
		last[b] += wave(x, 5);
	}
	unsigned all = 5;
	for (int b = 0; b < N; b++)
		own[b] = rand_r(&all) % 10;
	for (int b = 0; b < N; b++)
		printf("%.6f %.6f %.6f %.6f\n", hits[b], more[b], last[b], own[b]);
	printf("%u\n", all);
}
