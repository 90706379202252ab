// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 7 "for (int t = 0; t < 10; t++) k = next[k];": no mapped array says where the iterations of 't' belong
// Subscripts that are not affine: reads and writes through index arrays, by computed indices.
#include <stdio.h>

#define N 17

static double a[N], b[N];
static int index_of[N], next[N];
#pragma dist distribute [block] :: a, b, next

int main(void)
{
	for (int i = 0; i < N; i++) {
		a[i] = i * 2;
		b[i] = 0;
		index_of[i] = i * 5 % N;
		next[i] = (i + 4) % N;
	}
	for (int i = 0; i < N; i++) b[i] = a[index_of[i]];
	for (int i = 0; i < N; i++) b[i] += a[next[i]] - a[i * i % N];
	for (int i = 0; i < N; i++) a[index_of[i]] += b[i];
	for (int i = 0; i < N; i++) a[next[i]] -= 1;
	int k = 0;
	for (int t = 0; t < 10; t++) k = next[k];
	printf("%d\n", k);
	for (int i = 0; i < N; i++) printf("%g %g\n", a[i], b[i]);
	return 0;
}
