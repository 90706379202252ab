// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Alignments with what has no mapping.

double c[100], d[100], e[100];

// CHECK-DAG: align_unmapped.c:[[@LINE+2]]:30: error: 'c' is aligned with 'd', which is not mapped; distribute 'd'
// CHECK-DAG: align_unmapped.c:6:16: note: 'd' is declared here
#pragma dist align c[i] with d[i]
// CHECK-DAG: align_unmapped.c:[[@LINE+1]]:23: note: 'T' is declared here
#pragma dist template T[100]
// CHECK-DAG: align_unmapped.c:[[@LINE+1]]:30: error: 'e' is aligned with 'T', which is not mapped; distribute 'T'
#pragma dist align e[i] with T[i]
