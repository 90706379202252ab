// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s 2>&1 | %FileCheck %s
//
// Reductions: each iteration runs where what it reads is owned, so nothing is needed from elsewhere.
#include <math.h>
static double a[1000], b[1000];
#pragma dist distribute [block] :: a, b

double norms(int n)
{
	double sum = 0, most = 0, least = 0;
	int where = 0, count = 0;
	// CHECK: 3 tasks
	// CHECK: task 1: split by ownership
	// CHECK: hpcc_own[0] = indices owned in dimension 0 of a
	// CHECK-NEXT: computes sum += a[i] * a[i]
	// CHECK-NEXT: in {{.*}} : i0 >= hpcc_own[0].lo and 0 <= i0 <= hpcc_own[0].hi and i0 < hpcc_par[0] }
	// CHECK-NOT: event
	for (int i = 0; i < n; i++) sum += a[i] * a[i];
	// CHECK: task 2: split by ownership
	// CHECK: computes most = fmax(most, fabs(a[i] - b[i]))
	// CHECK: computes count++
	// CHECK: event 2.0: needs of b
	for (int i = 0; i < n; i++) {
		most = fmax(most, fabs(a[i] - b[i]));
		if (a[i] > 0) count++;
	}
	// With its place: in program order, not region by region.
	// CHECK: task 3: split by ownership
	// CHECK: computes least = a[i]
	// CHECK-NOT: interior
	for (int i = 0; i < n; i++)
		if (a[i] < least) {
			least = a[i];
			where = i;
		}
	return sum + most + least + where + count;
}

// CHECK-NOT: warning:
