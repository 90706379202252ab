// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %count 0
// RUN: %hpcc -fdist -fsyntax-only -DELEMENT %s 2>&1 | %FileCheck %s
// RUN: %hpcc -fdist -fsyntax-only -DSHARED %s 2>&1 | %count 0
//
// A static function that gets addresses of variables only is handed no mapped memory; nor is memory that only assert is told of.
#include <assert.h>
#include <stdlib.h>

static int a[100];
#pragma dist distribute a[block]
static int sides[2][2];
int elsewhere(void);

#ifndef SHARED
static
#endif
        void
        factor(int r, int *first, int *second)
{
	// CHECK: variables.c:[[@LINE+1]]:{{.*}} warning: this loop takes the slow path
	for (*first = r / 2; *first > 0; (*first)--)
		if (r % *first == 0) {
			*second = r / *first;
			break;
		}
}

static void twice(int pair[2], int n)
{
	if (n > 7) twice(pair, n / 2);
	factor(n, &pair[0], pair + 1);
}

static void not_called(int *x)
{
	while (*x > 1) factor(*x, x, x);
}

int main(void)
{
	int n, m, *zero = calloc(10, sizeof *zero), sum = 0;
	assert(zero != NULL);
	for (int i = 0; i < 10; i++) sum += zero[i];
	factor(12, &n, &m);
	twice(sides[1], 5);
	for (int i = 0; i < 100; i++) a[i] = n * m;
#ifdef ELEMENT
	factor(12, &a[7], &m);
#endif
	assert(sum == 0);
	free(zero);
	return elsewhere();
}
