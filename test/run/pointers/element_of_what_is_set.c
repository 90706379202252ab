// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 6
//
// Pointers to an element of an array that a loop sets: what they lead to changes while the loop runs, also
// on one process.
#include <stdio.h>

enum { N = 13 };
static double a[N], b[N];
#pragma dist distribute [block] :: a, b

static void set(void)
{
	for (int i = 0; i < N; i++) a[i] = i, b[i] = 2 * i;
}

static void show(void)
{
	for (int i = 0; i < N; i++) printf("%g%c", a[i], i < N - 1 ? ' ' : '\n');
}

int main(void)
{
	const double *third = &a[3];
	double *begin = a, *middle = a + N / 2, *other = &b[3];
	set();
	for (int i = 0; i < N; i++) a[i] = *third + i;
	show();
	set();
	for (int i = 0; i < N; i++) a[i] = begin[3] + i;
	show();
	set();
	for (int i = 1; i < N; i++) a[i] = middle[-1] + i;
	show();
	set();
	for (int i = 0; i < N; i++) a[i] += *middle;
	show();
	set();
	for (int i = 0; i < N; i++) {
		*middle += 1;
		a[i] += *middle;
	}
	show();
	// It is apart.
	for (int i = 0; i < N; i++) a[i] += *other;
	show();
	return 0;
}
