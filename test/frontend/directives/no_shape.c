// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// A pointer needs a shape; the error says what to write.

int n, m;
double *v, (*rows)[100], (*whole)[50][60];

// CHECK-DAG: no_shape.c:[[@LINE+1]]:25: error: the shape of the memory behind 'v' is not known; add '#pragma dist array v[...][...]' with its extents
#pragma dist distribute v[block][*]
// As many rows as there is memory for.
#pragma dist distribute rows[block][*]
// What a pointer to a whole array points to has one.
#pragma dist distribute whole[block][*]
void clear(int n, double *given)
{
// CHECK-DAG: no_shape.c:[[@LINE+1]]:25: error: the shape of the memory behind 'given' is not known; add '#pragma dist array given[...]' with its extents
#pragma dist distribute given[block]
	for (int i = 0; i < n; i++) given[i] = 0;
}
// CHECK: 2 errors generated.
