// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// __LINE__ is the source's wherever the program says it: before and behind what the translation adds.
#include <stdio.h>

#define FAIL(what) printf("%s, line %d\n", what, __LINE__)
static void first(int n) { printf("%d: line %d\n", n, __LINE__); }

enum { N = 30 };
static double a[N];
#pragma dist distribute a[block]
static void second(void)
{
	for (int i = 0; i < N; i++) a[i] = i + __LINE__;
	FAIL("second");
}
static double *element(int i) { return &a[i]; }

#pragma dist processors P[*]
static double b[N][3];
#pragma dist distribute b[block][*] onto P
static void third(double x)
{

	double p[N];
#pragma dist distribute p[block]
	for (int i = 0; i < N; i++) p[i] = a[i] + x;
	FAIL("third"); for (int i = 0; i < N; i++) *element(i) += p[N - 1 - i] + __LINE__;
	FAIL("third"); b[2][1] = __LINE__;
}

int main(void)
{
	first(__LINE__);
	second();
	third(2);
	double sum = 0;
	for (int i = 0; i < N; i++) sum += a[i];
	printf("%g %g line %d\n", sum, b[2][1], __LINE__);
	return 0;
}
