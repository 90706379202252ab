// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Elements in assert and in statement expressions.
#include <assert.h>
#include <stdio.h>

#define N 13
#define LARGER(x, y) ({ __typeof__(x) left = (x), right = (y); left > right ? left : right; })

static int a[N], b[N];
#pragma dist distribute [block] :: a, b

int main(void)
{
	for (int i = 0; i < N; i++) a[i] = (i * 5) % N;
	assert(a[1] == 5 && a[N - 1] == (5 * (N - 1)) % N);
	for (int i = 1; i < N; i++) b[i] = LARGER(a[i], a[i - 1]);
	int best = 0;
	for (int i = 0; i < N; i++) {
		assert(a[i] >= 0);
		best = LARGER(best, a[i]);
	}
	printf("%d %d\n", best, LARGER(a[2], b[N - 1]));
	for (int i = 0; i < N; i++) printf("%d ", b[i]);
	printf("\n");
	return ({ int k = a[3]; k; }) == 2 ? 0 : 3;
}
