// SPDX-License-Identifier: Apache-2.0
// Each node says who comes to it: serial code and the C library's input and output are process 0's.
// RUN: %hpcc -fdist -w -fdist-emit=graph-json %s -o %t.json && %FileCheck %s < %t.json
#include <stdio.h>
static double a[100];
#pragma dist distribute a[block]

#pragma dist serial
static void tell(void)
{
	for (int i = 0; i < 100; i++) printf("%g\n", a[i]);
}

// CHECK: "name": "main"
// CHECK: "kind": "task"
// CHECK-NOT: "processes"
// CHECK: "kind": "io"
// CHECK-SAME: "processes": "[P] -> { [p] : p = 0 }"
// CHECK: "kind": "serial"
// CHECK-SAME: "processes": "[P] -> { [p] : p = 0 }"
// CHECK: "kind": "element"
// CHECK-SAME: "processes": "[P] -> { [p] : 0 <= p < P }"
int main(void)
{
	for (int i = 0; i < 100; i++) a[i] = i;
	printf("begin\n");
	tell();
	return a[7] > 8;
}
