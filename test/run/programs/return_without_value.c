// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// FLAGS: -std=gnu89 -Wno-return-mismatch -Wno-implicit-int -Wno-deprecated-non-prototype
// RUN: %hpcc -fdist -std=gnu89 -fsyntax-only %s
//
// K&R's C: a function without a type that returns no value. gcc takes it.
#include <stdio.h>
#define N 50
static double a[N];
#pragma dist distribute a[block]

scale(f)
double f;
{
	int i;
	for (i = 0; i < N; i++) a[i] *= f;
	return;
}

int main(void)
{
	int i;
	for (i = 0; i < N; i++) a[i] = i;
	scale(2.0);
	printf("%g\n", a[N - 1]);
	return 0;
}
