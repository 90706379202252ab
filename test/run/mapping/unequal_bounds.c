// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// != beside other conditions, and of sums: where processes begin beyond the end it must still end their loops.
#include <stdio.h>

enum { N = 30 };
static int v[N], w[N];
#pragma dist distribute[block] ::v, w

static void set(int n, int m, unsigned u)
{
	for (int i = 0; i != n && i < N - 1; i++) v[i] += 1;
	for (int i = 0; i + 1 != n; i++) w[i] += 2;
	for (int i = 0; n != i && i <= m; ++i) v[i] += 4;
	for (int i = n; i != m && i >= 0; i--) w[i] += 8;
	for (int i = N - 1; i - 1 != m; --i) v[i] += 16;
	for (unsigned i = 0; i != u && i < N; i++) w[i] += 32;
	for (int i = 0; m + n != i + n; i++) v[i] += 64;
}

int main(void)
{
	set(7, 3, 5);
	set(25, 11, 19);
	set(1, 0, 0);
	for (int i = 0; i < N; i++) printf("%d/%d ", v[i], w[i]);
	return 0;
}
