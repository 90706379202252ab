// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %FileCheck %s
//
// Five points, by rows: a row from each neighbour, and what is in the own rows.
#define N 100
static double u[N][N], v[N][N];
#pragma dist distribute [block][*] :: u, v

void step(void)
{
	// CHECK: 1 task
	// CHECK-NEXT: task 1: split by ownership at {{.*}}stencil_rows.c:[[@LINE+16]]{{$}}
	// CHECK-NEXT: hpcc_own[0] = indices owned in dimension 0 of v
	// CHECK-NEXT: computes v[i][j] = 0.25 *
	// CHECK-NEXT: in {{.*}} : i0 >= hpcc_own[0].lo and 0 < i0 <= 98 and i0 <= hpcc_own[0].hi and 0 < i1 <= 98 }
	// CHECK-NEXT: interior while messages are under way
	// CHECK-NEXT: event 1.0: needs of u
	// CHECK-NEXT: section {{.*}} : i0 >= -1 + hpcc_own[0].lo and 0 <= i0 <= 97 and i0 < hpcc_own[0].hi and 0 < i1 <= 98 }
	// CHECK-NEXT: event 1.1: needs of u
	// CHECK-NEXT: section {{.*}} : i0 > hpcc_own[0].lo and 2 <= i0 <= 99 and i0 <= 1 + hpcc_own[0].hi and 0 < i1 <= 98 }
	// CHECK-NEXT: event 1.2: needs of u
	// CHECK-NEXT: section {{.*}} : i0 >= hpcc_own[0].lo and 0 < i0 <= 98 and i0 <= hpcc_own[0].hi and 0 <= i1 <= 97 }
	// CHECK-NEXT: event 1.3: needs of u
	// CHECK-NEXT: section {{.*}} : i0 >= hpcc_own[0].lo and 0 < i0 <= 98 and i0 <= hpcc_own[0].hi and 2 <= i1 <= 99 }
	// CHECK-NEXT: writes v
	// CHECK-NEXT: section { [i0, i1] : 0 < i0 <= 98 and 0 < i1 <= 98 }
	// CHECK-NOT: needs
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}
