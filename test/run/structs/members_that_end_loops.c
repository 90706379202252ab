// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Loops over what all processes have end by a member of an element that one of them owns: an access, not a number that
// all know before.
#include <stdio.h>
#include <stdlib.h>

enum { N = 17 };
struct cell {
	int k;
	unsigned x;
};
static struct cell fixed[N];
static int flat[N];
static long w[N];
#pragma dist distribute [block] :: fixed, flat

int main(void)
{
	int n = N;
	struct cell *heap = malloc(n * sizeof *heap);
#pragma dist distribute heap[block]
	for (int i = 0; i < n; i++) heap[i].x = 10 * i, heap[i].k = 1;
	for (int i = 0; i < n; i++) fixed[i].x = i, fixed[i].k = 2;
	for (int i = 0; i < n; i++) flat[i] = i;
	for (int i = 0; i < n; i++) w[i] = i;
	for (int t = 0; t < 4; t++) {
		double most = -1;
		for (int i = 0; i < n; i++)
			if (w[i] > most) most = w[i];
		printf("%d %g\n", t, most);
		if (fixed[0].x > 100) break;
	}
	for (int t = 0; t < 4; t++) {
		double most = -1;
		for (int i = 0; i < n; i++)
			if (w[i] > most) most = w[i];
		printf("%d %g\n", t, most);
		if (heap[n - 1].x > 100) break;
	}
	for (int t = 0; t < 4; t++) {
		double most = -1;
		for (int i = 0; i < n; i++)
			if (w[i] > most) most = w[i];
		printf("%d %g\n", t, most);
		if ((*heap).x > 100 || flat[8] > 7) break;
	}
	free(heap);
	return 0;
}
