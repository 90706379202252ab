// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Bytes of an element that a loop moves by a pointer into it: each process moves those of its own.
#include <stdio.h>
#include <string.h>

enum { N = 10, K = 4000 };
typedef struct {
	int tags[K];
} cell;
static cell p[N];
#pragma dist distribute p[block]

int main(void)
{
	long sum = 0;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < K; k++) p[i].tags[k] = i * k;
	for (int i = 0; i < N; i++) {
		cell *x = &p[i];
		memmove(&x->tags[0], &x->tags[1], (K - 1) * sizeof(int));
		memset(&x->tags[K - 2], 0, sizeof(int));
	}
	for (int i = 0; i < N; i++)
		for (int k = 0; k < K; k++) sum += p[i].tags[k] % 7 * (k - i);
	printf("%ld\n", sum);
	return 0;
}
