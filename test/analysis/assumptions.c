// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s 2>&1 | %FileCheck %s
//
// Unsigned arithmetic that could wrap around is assumed not to.
#include <stddef.h>
static double a[1000], b[1000];
#pragma dist distribute [block] :: a, b

void f(size_t n, unsigned k)
{
	// CHECK: task 1: split by ownership
	// CHECK-NEXT: hpcc_par[0] = (long)(n)
	// CHECK-NEXT: assumes [hpcc_par[0]] -> { : hpcc_par[0] > 0 }
	for (size_t i = 1; i < n - 1; i++) a[i] = b[i - 1];
	// Sums of 64 bits are not in doubt.
	// CHECK: task 2: split by ownership
	// CHECK-NEXT: hpcc_par[0] = (long)(n)
	// CHECK-NEXT: hpcc_own
	for (size_t i = 0; i + 1 < n; i++) a[i] = b[i + 1];
	// CHECK: task 3: split by ownership
	// CHECK: assumes {{.*}}4294967296
	for (unsigned i = 0; i < n; i++) a[i + k] = b[i];
}

// CHECK-NOT: warning:
