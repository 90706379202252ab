// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s 2> %t | %FileCheck %s
// RUN: %FileCheck --check-prefix=SAID %s < %t
//
// A function that is not in sight may be called in a nest if it is marked; what it may read is needed whole.

double v[100], w[100], table[10];
#pragma dist distribute [block] :: v, w
double kernel(double);
#pragma dist pure(kernel)
double lookup(const double *p, int i) __attribute__((pure));
double other(double);
// Not const: the mark lets it set what it is given.
double drawn(double *seed);
#pragma dist pure(drawn)
// A table of its own is nobody else's business.
static double cached(const double *p, int i)
{
	static double found[100];
	if (found[i] == 0) found[i] = p[i] * p[i];
	return found[i];
}
#pragma dist pure(cached)

void f(int n)
{
	// CHECK: 4 tasks
	// CHECK: task 1: split by ownership at {{.*}}pure.c:[[@LINE+1]]
	for (int i = 0; i < n; i++) v[i] = kernel(w[i]);
	// CHECK: task 2: split by ownership at {{.*}}pure.c:[[@LINE+1]]
	for (int i = 0; i < n; i++) v[i] = lookup(table, i);
	// CHECK: task 3: split by ownership at {{.*}}pure.c:[[@LINE+3]]
	// CHECK: needs of w
	// CHECK-NEXT: section {{.*}} -> { [i0] : hpcc_par[0] > 0 and hpcc_own[0].hi >= 0 and
	for (int i = 0; i < n; i++) v[i] = lookup(w, i);
	// CHECK: task 4: split by ownership at {{.*}}pure.c:[[@LINE+1]]
	for (int i = 0; i < n; i++) v[i] = cached(table, i);
	// SAID-NOT: warning:
	// SAID: pure.c:[[@LINE+2]]:2: warning: this loop gets the elements that it reads one by one
	// SAID: pure.c:[[@LINE+1]]:37: note: 'other' may have effects beyond its result
	for (int i = 0; i < n; i++) v[i] = other(w[i]);
	// SAID: pure.c:[[@LINE+2]]:2: warning: this loop sets elements one by one
	// SAID: pure.c:[[@LINE+1]]:37: note: 'drawn' may have effects beyond its result
	for (int i = 0; i < n; i++) v[i] = drawn(table);
}
