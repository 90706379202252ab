// SPDX-License-Identifier: Apache-2.0
// Who sends to whom where arrays are redistributed: a transpose is exact, what depends on sizes of blocks is not.
// RUN: %hpcc -fdist -w -fdist-emit=graph-json %s -o %t.json && %FileCheck %s < %t.json
enum { N = 100, M = 60 };
static double rows[N][M][5], blocks[N][M];
#pragma dist distribute rows[block][*][*], blocks[block][*]
#pragma dist dynamic :: rows, blocks

void sweep(int n, const int *sizes)
{
	// CHECK: "pattern": "remap", "array": "rows"
	// CHECK-SAME: "pattern": "transpose"
	// CHECK-SAME: "exact": true
	// CHECK-SAME: "elements": {"vars": [{{.*}}], "pieces"
	// CHECK-SAME: plo <= i0 <= phi and lo <= i1 <= hi and 0 <= i2 <= 4
	for (int t = 0; t < n; t++) {
		for (int i = 0; i < N; i++)
			for (int j = 1; j < M; j++) rows[i][j][2] += rows[i][j - 1][2];
#pragma dist redistribute rows[*][block][*]
		for (int i = 1; i < N; i++)
			for (int j = 0; j < M; j++) rows[i][j][2] += rows[i - 1][j][2];
// CHECK: "array": "rows"
// CHECK-SAME: "pattern": "transpose"
// CHECK-SAME: lo <= i0 <= hi and plo <= i1 <= phi
#pragma dist redistribute rows[block][*][*]
	}
// CHECK: "array": "blocks"
// CHECK-SAME: "pattern": "irregular"
// CHECK-NOT: "exact": true
#pragma dist redistribute blocks[gen_block(sizes)][*]
	for (int i = 0; i < N; i++) blocks[i][0] = 1;
}
