// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s | grep -v '^[[:space:]]*//' | %FileCheck %s
// How often the statement of a triangle runs is a sum over its first values, not over all rows: a run asks that.
enum { N = 1000 };
static double a[N][N];
#pragma dist distribute a[block][*]
void fill(int n)
{
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++) a[i][j] = i + j;
}
// CHECK: HPCC_WORK(hpcc_work_
// CHECK: for (long hpcc_ia = {{.*}} && hpcc_ka < 2;
// CHECK: hpcc_sum(hpcc_va, hpcc_ka,
