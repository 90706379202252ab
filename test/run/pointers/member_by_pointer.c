// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A pointer that is set in a loop leads to a member that bounds the loop: the address of the member was given to the
// function. Nothing is known of the bound then.
// MAX-SLOW: 2
// BY-ALL: 100 the loop's end is what the loop itself sets
// LOST: "may lead to" both loops
#include <stdio.h>

typedef struct {
	int n;
	double x;
} grid;

static int u[1000], v[1000];
#pragma dist distribute [block] :: u, v

static void fill(grid *g, int *q)
{
	for (int i = 0; i < g->n; i++) {
		u[i] = i;
		if (i == 500) *q = 600;
	}
	for (int i = 0; i < g->n; i++) {
		v[i] = u[i] + g->n;
		q[0] = 600 - (i > 100);
	}
}

int main(void)
{
	grid g = {1000, 1};
	long sum = 0;
	fill(&g, &g.n);
	for (int i = 0; i < 1000; i++) sum += u[i] + v[i] * 3L;
	printf("%ld %d\n", sum, g.n);
	return 0;
}
