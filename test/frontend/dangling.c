// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fdist-emit=model %s 2>&1 | %FileCheck %s
//
// Directives that nothing follows, and directives beside errors of C.

// CHECK-DAG: dangling.c:[[@LINE+1]]:9: error: nothing follows that 'independent' could apply to
#pragma dist independent
int f(int n)
{
	for (int i = 0; i < n; i++) {
// CHECK-DAG: dangling.c:[[@LINE+1]]:9: error: nothing follows that 'independent' could apply to
#pragma dist independent
	}
// CHECK-DAG: dangling.c:[[@LINE+1]]:9: error: 'independent' is not followed by a loop
#pragma dist independent
	n = 3;
	return n;
}
struct s {
	int n;
// CHECK-DAG: dangling.c:[[@LINE+1]]:9: error: nothing follows that 'independent' could apply to
#pragma dist independent
};
