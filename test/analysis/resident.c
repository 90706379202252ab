// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fdist-emit=graph %s 2>&1 | %FileCheck %s
// RUN: %hpcc -fdist -DRIGHT -fdist-emit=c -fdist-no-line %s | %FileCheck --check-prefix=RIGHT %s
// RUN: %hpcc -fdist -DRIGHT -fdist-emit=model %s | %FileCheck --check-prefix=MODEL %s
//
// What `resident` promises, and what is seen to break that.
#define N 100
static double a[N], b[N], far[N][N], turned[N][N];
static int map[N];
#pragma dist distribute [block] :: a, b
#pragma dist distribute [block][*] :: far, turned

#ifndef RIGHT
void neighbours(void)
{
	// CHECK: resident.c:[[@LINE+1]]:23: error: the accesses to 'b' are not local: processes need elements of others
#pragma dist resident(b)
	// CHECK: resident.c:[[@LINE+1]]:37: note: 'b[i - 1]' is accessed where 'a[i]' is owned
	for (int i = 1; i < N; i++) a[i] = b[i - 1];
}

void one_for_all(void)
{
	// CHECK: resident.c:[[@LINE+1]]:26: error: the accesses to 'b' are not local
#pragma dist resident(a, b)
	for (int i = 0; i < N; i++) a[i] = b[3];
}

void transposed(void)
{
	for (int i = 0; i < N; i++)
	// CHECK: resident.c:[[@LINE+1]]:23: error: the accesses to 'far' are not local
#pragma dist resident(far)
		for (int j = 0; j < N; j++) turned[i][j] = far[j][i];
}
#endif

// CHECK-NOT: error:
// MODEL: for{{.*}} resident(a) resident(b)
// RIGHT: .name = "b", {{.*}} HPCC_READS{{.*}} HPCC_RESIDENT
// RIGHT-NOT: .need{{ }}=
void perhaps(int n)
{
#pragma dist resident(a, b)
	for (int i = 1; i < N; i++)
		if (map[i]) a[i] = b[i - 1];
#pragma dist resident(b)
	for (int i = 1; i < n; i++)
		if (i % 25) a[i] = b[i - 1];
#pragma dist resident(b)
	for (int i = 0; i < N; i++) a[i] = b[map[i]];
#pragma dist resident(b)
	for (int i = 0; i < N; i++) b[map[i]] = 2 * a[i];
#pragma dist resident(b)
	for (int i = 0; i < N; i++) a[i] = 2 * b[i];
}
