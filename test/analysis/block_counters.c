// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %FileCheck %s
// A counter of blocks of a size that only the run knows stands for its product with that, where it is in no other one;
// what it is compared with is as much larger.
static int size, blocks;
static double a[64][32], b[64][32], sums[16];
#pragma dist distribute[block][*] :: a, b
#pragma dist distribute sums[block]

// CHECK: task 1: split by ownership
// CHECK: hpcc_par[0] = (long)(size)
// CHECK: hpcc_par[2] = (long)(size) * (blocks)
// CHECK: assumes {{.*}} hpcc_par[0] > 0
// The last block begins a block before the end.
// CHECK: computes a[i][j] += k * 2 + b[i][j]
// CHECK-NEXT: { S{{[0-9]+}}[i0, i1, i2] : 0 <= i0 <= -hpcc_par[0] + hpcc_par[2] and
void each(void)
{
	for (int k = 0; k < blocks; k++)
		for (int i = k * size; i < (k + 1) * size; i++)
			for (int j = 0; j < 32; j++) a[i][j] += k * 2 + b[i][j];
}

// A block's number is a subscript, too: it stands for itself.
// CHECK: task 2: split by ownership
// CHECK: hpcc_par[0] = (long)(blocks)
// CHECK-NOT: (long)(size) *
void added(void)
{
	for (int k = 0; k < blocks; k++)
		for (int i = k * size; i < (k + 1) * size; i++)
			for (int j = 0; j < 32; j++) sums[k] += a[i][j];
}
