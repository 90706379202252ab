// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %FileCheck %s
//
// Five points on a grid of processes: both dimensions are axes, and no need has a corner.
#define N 100
static double u[N][N], v[N][N];
#pragma dist distribute [block][block] :: u, v

void step(void)
{
	// CHECK: task 1: split by ownership
	// CHECK-NEXT: hpcc_own[0] = indices owned in dimension 0 of v
	// CHECK-NEXT: hpcc_own[1] = indices owned in dimension 1 of v
	// CHECK: in {{.*}} : i0 >= hpcc_own[0].lo and 0 < i0 <= 98 and i0 <= hpcc_own[0].hi and i1 >= hpcc_own[1].lo and 0 < i1 <= 98 and i1 <= hpcc_own[1].hi }
	// CHECK: event 1.0: needs of u
	// CHECK-NEXT: section {{.*}} : i0 >= -1 + hpcc_own[0].lo and 0 <= i0 <= 97 and i0 < hpcc_own[0].hi and i1 >= hpcc_own[1].lo and 0 < i1 <= 98 and i1 <= hpcc_own[1].hi }
	// CHECK: event 1.3: needs of u
	// CHECK-NEXT: section {{.*}} : i0 >= hpcc_own[0].lo and 0 < i0 <= 98 and i0 <= hpcc_own[0].hi and i1 > hpcc_own[1].lo and 2 <= i1 <= 99 and i1 <= 1 + hpcc_own[1].hi }
	// CHECK-NOT: event
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

// What is written at home and read there is no need, and the element beside it is.
void relax(void)
{
	// CHECK: task 2: split by ownership
	// CHECK: event 2.0: needs of u
	// CHECK-NEXT: section {{.*}} i1 >= -1 + hpcc_own[1].lo and
	// CHECK-NOT: event
	// CHECK: writes v
	for (int i = 0; i < N; i++)
		for (int j = 1; j < N; j++) v[i][j] += u[i][j - 1];
}
