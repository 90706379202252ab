// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %FileCheck %s
//
// Which write a read sees in loops that go down: one of the iteration above.
static double a[60][8], b[60][8];
#pragma dist distribute[block][*] ::a, b

void set_in_the_same_row(void)
{
	double t[9];
	// CHECK: task 1: split by ownership at {{.*}}downward.c:[[@LINE+3]]{{$}}
	// CHECK: needs of a
	// CHECK-NEXT: i0 <= hpcc_own[0].hi and 0 <= i1 <= 7 }
	for (int i = 59; i >= 0; i--) {
		t[8] = i;
		for (int j = 7; j >= 0; j--) {
			b[i][j] += t[j + 1];
			t[j] = a[i][j];
		}
	}
}

void set_in_the_row_before(void)
{
	double t[9];
	// CHECK: task 2: split by ownership at {{.*}}downward.c:[[@LINE+3]]{{$}}
	// CHECK: needs of a
	// CHECK-NEXT: i0 >= hpcc_own[0].lo {{.*}} i0 <= 1 + hpcc_own[0].hi and 0 <= i1 <= 7 }
	for (int j = 0; j < 9; j++) t[j] = 0;
	for (int i = 59; i >= 0; i--) {
		t[0] = i;
		for (int j = 7; j >= 0; j--) {
			b[i][j] += t[j];
			t[j + 1] = a[i][j];
		}
	}
}
