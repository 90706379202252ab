// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Mappings that change while the program runs: what may be redistributed, and where.

double a[100][200], b[100][200], c[100], e[100], plain[100];
#pragma dist distribute [block][*] :: a, b
#pragma dist distribute c[block]
#pragma dist align e[i] with c[i]
#pragma dist dynamic a, c
#pragma dist range a[block][*], [*][block]

// CHECK-DAG: remap.c:[[@LINE+1]]:9: error: nothing follows that 'redistribute' could apply to
#pragma dist redistribute a[*][block]

// CHECK-DAG: remap.c:[[@LINE+1]]:22: error: 'plain' has no mapping that 'dynamic' could be about
#pragma dist dynamic plain

void f(int n, double p[n][n], double x)
{
#pragma dist redistribute a[*][block]
#pragma dist redistribute p[*][block]
#pragma dist realign p[i][j] with a[i][j]
	// CHECK-DAG: remap.c:[[@LINE+2]]:27: error: 'b' is not dynamic; add '#pragma dist dynamic b' beside its mapping
	// CHECK-DAG: remap.c:7:9: note: 'b' is mapped here
#pragma dist redistribute b[*][block]
	// CHECK-DAG: remap.c:[[@LINE+1]]:27: error: 'e' is aligned with 'c': use 'realign', or redistribute 'c', which it follows
#pragma dist redistribute e[block]
	// CHECK-DAG: remap.c:[[@LINE+1]]:27: error: 'a' cannot be distributed as [block][block]; its range does not have that
#pragma dist redistribute a[block][block]
	// CHECK-DAG: remap.c:[[@LINE+1]]:27: error: 'plain' has no mapping that 'redistribute' could be about
#pragma dist redistribute plain[block]
	// CHECK-DAG: remap.c:[[@LINE+1]]:27: error: 'x' has no mapping that 'redistribute' could be about
#pragma dist redistribute x[block]
	// CHECK-DAG: remap.c:[[@LINE+1]]:35: error: 'c' is aligned with 'plain', which is not mapped; distribute 'plain'
#pragma dist realign c[i] with    plain[i]
#pragma dist independent
	for (int i = 0; i < n; i++) {
		c[i] = i;
		// CHECK-DAG: remap.c:[[@LINE+1]]:9: error: 'redistribute' in an independent loop: the iterations of one nest have one mapping
#pragma dist redistribute c[block]
	}
}

// CHECK: 9 errors generated.
