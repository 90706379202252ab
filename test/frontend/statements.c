// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=model -w %s | %FileCheck %s
//
// Every kind of statement, in order.

int old(a, n) double *a; int n; { return a[n]; }

// CHECK: function old(a, n) @6:5
// CHECK-NEXT: compound @6:33
// CHECK: function main() main
int main(void)
{
	int x = 3, y;
	// CHECK: decl x y @[[@LINE-1]]:2
	// CHECK-NEXT: x: int 3

	// CHECK: for from "" while "" step "" @[[@LINE+2]]:2
	// CHECK-NEXT: body: break
	for (;;) break;
	// CHECK: for from "int i = 0, j = 1" while "i < (3, 4)" step "i++, j--"
	// CHECK-NEXT: init: decl i j
	// CHECK: cond: binary <
	// CHECK: step: binary ,
	// CHECK: body: null
	for (int i = 0, j = 1; i < (3, 4); i++, j--) ;
	// CHECK: while
	// CHECK-NEXT: cond: binary <
	// CHECK: body: compound
	// CHECK-NEXT: if
	// CHECK-NEXT: cond: var x
	// CHECK-NEXT: body: continue
	// CHECK-NEXT: else: expr
	while (x < 3) { if (x) continue; else x++; }
	// CHECK: do
	// CHECK-NEXT: cond: int 0
	// CHECK-NEXT: body: expr
	do x--; while (0);
	// CHECK: switch
	// CHECK-NEXT: cond: var x
	// CHECK-NEXT: body: compound
	// CHECK-NEXT: case
	// CHECK-NEXT: int 1
	// CHECK-NEXT: body: case
	// CHECK-NEXT: opaque : int '2 ... 5' no-source
	// CHECK: body: expr
	// CHECK: break
	// CHECK-NEXT: case
	// CHECK-NEXT: body: goto out
	switch (x) {
	case 1:
	case 2 ... 5: y = 1; break;
	default: goto out;
	}
	// CHECK: label out
	// CHECK-NEXT: body: return
out:
	return x;
}
