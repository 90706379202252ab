// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 4 "for (int k = 20, d = k; k > 2; k--) h[k] = g[d - k] - d;": some of its statements belong to no owner
//            "for (int k = 0, e = N - 1 - k; k <= e; k++) h[k] = h[e] + 1...": some of its statements
//              belong to no owner
//            "for (k = 2, e = 2 * k + 7; k < e; k++) h[k] += g[e - k];": some of its statements belong to no owner
//            "for (int k = 5, e = k + 10; k < e; k++) h[k] = g[e - k];": some of its statements belong to no owner
// Heads that set other variables from the one that counts: they are made of its first value in the source.
#include <stdio.h>
#define N 26
static int h[N], g[N];
#pragma dist distribute[block] ::h, g
int main(void)
{
	for (int i = 0; i < N; i++) g[i] = i * i;
	for (int k = 5, e = k + 10; k < e; k++) h[k] = g[e - k];
	for (int i = 0; i < N; i++) printf("%d ", h[i]);
	int k, e, q;
	for (k = 2, e = 2 * k + 7; k < e; k++) h[k] += g[e - k];
	for (int k = 0, e = N - 1 - k; k <= e; k++) h[k] = h[e] + 1, e--;
	for (k = 3, q = k; k < N; k++, q++) h[k] += q;
	for (int k = 20, d = k; k > 2; k--) h[k] = g[d - k] - d;
	for (int i = 0; i < N; i++) printf("%d ", h[i]);
	printf("%d %d\n", e, q);
	return 0;
}
