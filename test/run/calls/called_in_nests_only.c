// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Rdist-missed=. %s 2>&1 | %FileCheck %s
// MAX-SLOW: 0
// Of the loops of a function that nests call, and nobody else does, nothing is to be said: they are not entered as nests.
#include <stdio.h>

#define N 31
static double x[N], y[N];
#pragma dist distribute [block] :: x, y

// CHECK-NOT: {{warning:|remark:}}
static void step_down(double *p, double n)
{
	while (*p >= n) *p -= n;
}

static void wrap(double *p, double n)
{
	while (*p < 0) *p += n;
	step_down(p, n);
}

// This one is called beside them, too.
static void halve(double *p, double limit)
{
	// CHECK: called_in_nests_only.c:[[#@LINE + 1]]:2: warning: this loop takes the slow path
	while (*p > limit) *p *= 0.5;
}
// CHECK: called_in_nests_only.c:[[#@LINE - 2]]:2: remark: every process runs all of this loop
// CHECK-NOT: {{warning:|remark:}}

int main(void)
{
	for (int i = 0; i < N; i++) x[i] = i * 3 - 40, y[i] = i;
	for (int i = 0; i < N; i++) wrap(&x[i], 7);
	for (int i = 0; i < N; i++) halve(&y[i], 5);
	double s = 0;
	for (int i = 0; i < N; i++) s += x[i] * i + y[i];
	printf("%g\n", s);
	double one = 9;
	halve(&one, 1);
	printf("%g %g\n", y[3], one);
	return 0;
}
