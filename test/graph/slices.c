// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph-json %s -o - | %FileCheck %s
// Arrays that are split along slices while a loop runs are redistributed before it and after it: of a parameter that
// has its mapping in the function, too.

void declared(int n, int m, double a[n][m])
{
#pragma dist array a[n][m]
#pragma dist distribute a[block][*]
	for (int j = 0; j < m; j++) {
		for (int i = 1; i < n; i++) a[i][j] += a[i - 1][j];
		for (int i = n - 2; i >= 0; i--) a[i][j] -= a[i + 1][j];
	}
}
// CHECK: "pattern": "remap", {{.*}}'a' to be split along the slices of the next loop{{.*}}"pattern": "transpose"
// CHECK: "pattern": "remap", {{.*}}'a' back to its own mapping{{.*}}"pattern": "transpose"
