// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// What the language has and this version does not.

int n, map[100];
double a[100][200], c[100], d[100], e[100];
double f(double);

// CHECK-DAG: unsupported.c:[[@LINE+1]]:27: error: the format 'cyclic' is not yet supported
#pragma dist distribute c[cyclic]
// CHECK-DAG: unsupported.c:[[@LINE+1]]:27: error: the format 'cyclic' is not yet supported
#pragma dist distribute c[cyclic(4)]
// CHECK-DAG: unsupported.c:[[@LINE+1]]:27: error: the format 'indirect' is not yet supported
#pragma dist distribute c[indirect(map)]
// CHECK-DAG: unsupported.c:[[@LINE+1]]:27: error: the format 'auto' is not yet supported
#pragma dist distribute c[auto]
// CHECK-DAG: unsupported.c:[[@LINE+1]]:28: error: the alignment of segments ('from:to') is not yet supported
#pragma dist align c[map[j]:map[j + 1]] with d[j]
// CHECK-DAG: unsupported.c:[[@LINE+1]]:14: error: 'out_of_core' is not yet supported
#pragma dist out_of_core a memory(1000)

int main(void)
{
// CHECK-DAG: unsupported.c:[[@LINE+1]]:14: error: 'on' is not yet supported
#pragma dist on home(c[i])
	for (int i = 0; i < 100; i++) c[i] = 0;
// CHECK-DAG: unsupported.c:[[@LINE+1]]:14: error: 'task_region' is not yet supported
#pragma dist task_region
	{
// CHECK-DAG: unsupported.c:[[@LINE+1]]:14: error: 'task' is not yet supported
#pragma dist task onto P[0:3]
		c[0] = 1;
	}
}
