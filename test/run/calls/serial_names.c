// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// NO-STATS: it ends in serial code, where one process is alone
//
// Serial code that calls what uses arrays of file scope whose names mean something else where the code stands, and calls itself.
#include <stdio.h>
#include <stdlib.h>

#define N 7
static double a[N], b[N];
#pragma dist distribute [block] :: a, b

static void set(void)
{
	for (int i = 0; i < N; i++) b[i] = 2 * a[i];
}

#pragma dist serial
static const int factorial(int b)
{
	a[b] += b;
	set();
	return b > 1 ? b * factorial(b - 1) : 1;
}

static void bye(void) { printf("bye\n"); }

int main(void)
{
	double s = 0;
	atexit(bye);
	for (int i = 0; i < N; i++) a[i] = i, b[i] = 0;
	{
		double b[3] = {1, 2, 3}, a = 7;
#pragma dist serial
		{
			set();
			b[1] = a;
		}
		// All processes decide by it.
		for (int i = 0; i < b[1]; i++) s += i;
	}
	for (int i = 0; i < N; i++) s += b[i] * i;
	printf("%g %d\n", s, factorial(4));
	for (int i = 0; i < N; i++) s += b[i] * i + a[i];
	printf("%g\n", s);
#pragma dist serial
	{
		printf("leaving\n");
		if (s > 1) exit(3);
	}
	return 0;
}
