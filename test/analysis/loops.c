// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s 2>&1 | %FileCheck %s
//
// Bounds that depend on other loops; steps, upward and downward; elements with a stride.
static double a[100][100], x[100], b[1000], c[1000];
#pragma dist distribute a[block][*]
#pragma dist distribute [block] :: b, c

void triangular(int n)
{
	// CHECK: task 1: split by ownership
	// CHECK: in {{.*}} : hpcc_own[0].lo <= i0 <= hpcc_own[0].hi and i0 < hpcc_par[0] and 0 <= i1 <= i0 }
	// CHECK: needs of a
	// CHECK-NEXT: { [i0, i1] : i0 >= 0 and i1 >= hpcc_own[0].lo and i0 <= i1 <= hpcc_own[0].hi and i1 < hpcc_par[0] }
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) a[i][j] = x[j] + a[j][i];
}

void strided(int n)
{
	// CHECK: task 2: split by ownership
	// CHECK: in {{.*}} : (1 + i0) mod 2 = 0 and i0 >= hpcc_own[0].lo and
	// CHECK: needs of c
	// CHECK-NEXT: { [i0] : (i0) mod 2 = 0 and i0 >= -1 + hpcc_own[0].lo and
	for (int i = 1; i < n; i += 2) b[i] = c[i - 1];
	// CHECK: task 3: split by ownership
	// CHECK: in {{.*}} : (1 - hpcc_par[0] + i0) mod 3 = 0 and i0 >= hpcc_own[0].lo and
	for (int i = n - 1; i > 0; i -= 3) c[i] = b[i] + 1;
	// CHECK: task 4: split by ownership
	// CHECK: in {{.*}} : 0 <= i0 <= 399 and -1 + hpcc_own[0].lo <= 2i0 < hpcc_own[0].hi }
	// CHECK: writes b
	// CHECK-NEXT: section { [i0] : (1 + i0) mod 2 = 0 and 0 < i0 <= 799 }
	for (int i = 0; i < 400; i++) b[2 * i + 1] = c[i];
	// CHECK: task 5: split by ownership
	// CHECK: in {{.*}} : (i0) mod 2 = 0 and i0 >= hpcc_own[0].lo and
	for (int i = 0; i < n; i++)
		if (i % 2 == 0) b[i] = c[i];
}

// CHECK-NOT: warning:
