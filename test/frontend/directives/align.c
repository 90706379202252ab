// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Alignments.

int n;
double a[100][100], b[100][100], c[100], d[100], e[100], f[100], g[100], h[100], i0[100], i1[100], lone[100], loose[100];

#pragma dist distribute a[block][*]
#pragma dist distribute c[block]
// CHECK-DAG: align.c:[[@LINE+1]]:32: error: 'i * i' is not affine in one dummy: write n * i + k with a constant n, an expression without dummies, or '*'
#pragma dist align d[i] with c[i * i]
// CHECK-DAG: align.c:[[@LINE+1]]:38: error: the dummy 'i' is used twice
#pragma dist align b[i][j] with a[i][i]
// CHECK-DAG: align.c:[[@LINE+1]]:30: error: dimension 0 of 'c' has extent 100, but 'e' is aligned with its indices 1 to 100
#pragma dist align e[i] with c[i + 1]
// CHECK-DAG: align.c:[[@LINE+1]]:30: error: 'align' names 2 dimension(s) of 'c', which has 1
#pragma dist align f[i] with c[i][0]
// CHECK-DAG: align.c:[[@LINE+1]]:20: error: 'g' is aligned with itself
#pragma dist align g[i] with g[i]
// CHECK-DAG: align.c:[[@LINE+1]]:20: error: 'h' is aligned with itself, through others
#pragma dist align h[i] with i0[i]
// CHECK-DAG: align.c:[[@LINE+1]]:20: note: 'i0' is aligned with 'h' here
#pragma dist align i0[i] with h[i]
