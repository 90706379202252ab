// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s > %t.graph 2> %t.said
// RUN: %FileCheck --check-prefix=SAID %s < %t.said
// RUN: %FileCheck %s < %t.graph
//
// Scalars and arrays that each iteration sets before it reads them, under conditions that nobody knows, too.
static double a[1000], b[1000];
#pragma dist distribute [block] :: a, b

double f(int n)
{
	double t, w[3], last = 0;
	// SAID: private.c:[[@LINE+31]]:2: warning: the processes run this loop in turns
	// CHECK: task 1: split by ownership at {{.*}}private.c:[[@LINE+1]]{{$}}
	for (int i = 1; i < n; i++) {
		if (b[i] > 0) {
			t = b[i] * 2;
			a[i] = t;
		}
		w[0] = b[i - 1];
		w[1] = b[i];
		a[i] += w[0] + w[1];
	}
	// Set under a condition, and read in the same iteration under that one and another.
	// CHECK: task 2: split by ownership
	for (int i = 0; i < n; i++)
		if (b[i] > 1) {
			t = b[i];
			if (b[i] < 2) t = t + 1;
			a[i] = t;
		}
	// The last value is wanted: the iteration is noted, so regions may not run in any order.
	// CHECK: task 3: split by ownership
	// CHECK-NOT: interior
	// CHECK: writes a
	for (int i = 0; i < n; i++) {
		if (b[i] > 1) last = b[i];
		a[i] = 0;
	}
	// Two conditions that have nothing to do with each other, as far as is known.
	// CHECK: task 4: split by ownership
	// SAID: private.c:[[@LINE+4]]:24: note: a value of 't' that one process sets
	// SAID-NOT: warning:
	for (int i = 0; i < n; i++) {
		if (b[i] > 1) t = b[i];
		if (b[i] > 2) a[i] = t;
	}
	return last;
}
