// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 5 "for (int k = sum() % 5; k < 8; k += 3, plus()) printf("%d:...": the number of iterations is not known
//              at its start
// Control flow around nests: switch, goto, recursion, function pointers, the comma, nests in conditions.
#include <stdio.h>

#define N 12

static int a[N], b[N];
#pragma dist distribute [block] :: a, b

static void plus(void)
{
	for (int i = 0; i < N; i++) a[i] += b[i];
}

static void minus(void)
{
	for (int i = 0; i < N; i++) a[i] -= 2 * b[i];
}

static int sum(void)
{
	int s = 0;
	for (int i = 0; i < N; i++) s += a[i];
	return s;
}

static int descend(int depth)
{
	if (depth == 0) return sum();
	for (int i = 1; i < N; i++) b[i] = a[i - 1] + depth;
	plus();
	return descend(depth - 1) + sum();
}

int main(void)
{
	void (*const action[2])(void) = {plus, minus};
	int t = 0;
	for (int i = 0; i < N; i++) a[i] = i, b[i] = 1;
again:
	switch (t % 3) {
	case 0:
		for (int i = 0; i < N - 1; i++) b[i] = a[i + 1];
		break;
	case 1:
		action[t & 1]();
	default:
		action[0]();
	}
	if (++t < 7) goto again;
	printf("%d\n", sum());
	if (sum() > 0 && descend(2) != 0) printf("%d\n", descend(1));
	for (int k = sum() % 5; k < 8; k += 3, plus()) printf("%d: %d\n", k, a[k]);
	for (int i = 0; i < N; i++) printf("%d %d\n", a[i], b[i]);
	return 0;
}
