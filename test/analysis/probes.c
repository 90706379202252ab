// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck --allow-empty --check-prefix=QUIET %s
// RUN: %hpcc -fdist -fsyntax-only -DLOOPS %s 2>&1 | %FileCheck %s
//
// A function that shows one element is handed a pointer to it in each step of a time loop: beside nests that are split
// it is no reason to warn. With a loop of its own it may be what the steps wait for.
#include <stdio.h>
#include <sys/time.h>

struct body {
	double x, v, past[4];
};
static struct body b[53], next[53];
#pragma dist distribute[block] ::b, next

static double seconds(void)
{
	struct timeval t;
	gettimeofday(&t, NULL);
	return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static void line(double x, double y) { printf("%g %g\n", x, y); }

static void show(const struct body *p)
{
#ifdef LOOPS
	static int calls;
	for (int k = 0; k < 4; k++) line(p->past[k], calls++);
#endif
	line(p->x, p->v);
}

void steps(int n)
{
	for (int t = 0; t < n; t++) {
		double start = seconds();
		for (int i = 0; i < 53; i++) next[i].x = b[i].x + .1 * b[i].v, next[i].v = b[i].v - .1 * b[i].x;
		for (int i = 0; i < 53; i++) b[i] = next[i];
		show(&b[t]);
		printf("%g\n", seconds() - start);
	}
}
// QUIET-NOT: warning:
// CHECK: warning: the calls of 'show' in this loop run one after the other
