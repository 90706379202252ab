// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -Rdist=summary %s -o %t 2>&1 | %FileCheck %s
//
// Pointers that are set to one of two elements, by `if` and `else` or by `?:`: both are accessed, each in the
// iterations in which it may be, and no more is sent than these need.
#include <stdio.h>

#define N 211

typedef struct point {
	double e, a, b;
} point;

static point grid[N];
static double out[N], left[N], right[N];
static int side[N];
#pragma dist distribute [block] :: grid, out, left, right, side

static double difference(const point *p, const point *q) { return q->a - p->b; }

int main(void)
{
	for (int i = 0; i < N; i++) {
		grid[i] = (point){i, 2 * i % 13, i % 7};
		side[i] = i * i % 3;
		left[i] = right[i] = i;
	}
	// The last one has its upper neighbour below.
	// CHECK: [[# @LINE + 1]]:{{.*}}split {{.*}}sent each time: 1 element from above of 'grid', grid[209]
	for (int k = 0; k < N; k++) {
		const point *low;
		if (k == N - 1)
			low = &grid[k - 1];
		else
			low = &grid[k];
		const point *high = low + 1;
		out[k] = low->a + .5 * (high->b - low->b);
	}
	// CHECK: [[# @LINE + 1]]:{{.*}}split {{.*}}sent each time: grid[209]
	for (int k = 0; k < N; k++) {
		const point *low = k == N - 1 ? &grid[k - 1] : &grid[k];
		out[k] += low->a;
	}
	// By data.
	// CHECK: [[# @LINE + 1]]:{{.*}}split {{.*}}sent each time: 1 element from below and 1 element from above of 'grid'
	for (int k = 1; k < N - 1; k++) {
		point *p;
		if (side[k] == 0) {
			p = &grid[k - 1];
		} else if (side[k] == 1) {
			p = &grid[k + 1];
		} else {
			p = &grid[k];
		}
		out[k] += difference(p, side[k] ? &grid[k] : &grid[k + 1]);
	}
	// One of two arrays is set.
	// CHECK: [[# @LINE + 1]]:{{.*}}split {{.*}}nothing is sent
	for (int k = 0; k < N; k++) {
		double *to = side[k] ? &left[k] : &right[k];
		*to += grid[k].a;
		if (side[k] == 2) *to -= 3;
	}
	// What the condition reads is set before the pointer is followed.
	// CHECK: [[# @LINE + 1]]:{{.*}}split
	for (int k = 1; k < N - 1; k++) {
		const double *from = side[k] ? &left[k] : &right[k];
		out[k] += *from;
		side[k] = 1;
	}
	double sum = 0;
	for (int k = 0; k < N; k++) sum += (k % 17) * (out[k] + left[k] * 3 + right[k] + side[k]);
	printf("%.10g\n", sum);
	return 0;
}
