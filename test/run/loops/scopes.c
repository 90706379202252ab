// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 13 "printf("%d %d\n", a[0], a[4]);": elements are read one by one
//            "if (a[8] > 4) return (int)(a[8] * 10);": elements are read one by one
//            "return below + b[depth];": elements are read one by one
//            "return calls[10];": elements are read one by one
// Mapped arrays of the same name in several scopes, static locals, blocks entered again, early returns.
#include <stdio.h>

static int a[13];
#pragma dist distribute a[block]

static int once(int k)
{
	static int calls[11];
#pragma dist distribute calls[block]
	for (int i = 0; i < 11; i++) calls[i] += i * k;
	return calls[10];
}

static int twice(int n)
{
	int a[n + 1];
#pragma dist distribute a[block]
	for (int i = 0; i <= n; i++) a[i] = i;
	if (n > 5) return a[n];
	for (int t = 0; t < 2; t++) {
		double a[9];
#pragma dist distribute a[block]
		for (int i = 0; i < 9; i++) a[i] = i * 0.5 + t;
		if (a[8] > 4) return (int)(a[8] * 10);
	}
	return -1;
}

static int nested(int depth)
{
	int b[8];
#pragma dist distribute b[block]
	for (int i = 0; i < 8; i++) b[i] = depth * 10 + i;
	int below = depth ? nested(depth - 1) : 0;
	return below + b[depth];
}

int main(void)
{
	for (int i = 0; i < 13; i++) a[i] = 2 * i;
	printf("%d %d %d\n", once(1), once(2), once(3));
	printf("%d %d %d\n", twice(7), twice(3), twice(0));
	printf("%d\n", nested(4));
	for (int k = 0; k < 3; k++) {
		int a[5] = {k};
#pragma dist distribute a[block]
		for (int i = 1; i < 5; i++) a[i] = a[0] + i;
		printf("%d %d\n", a[0], a[4]);
	}
	for (int i = 0; i < 13; i++) printf("%d ", a[i]);
	printf("\n");
	return 0;
}
