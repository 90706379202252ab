// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fdist-emit=model %s 2>&1 | %FileCheck %s
//
// Where C itself has errors, the directives' syntax is checked all the same.

// CHECK: with_errors.c:[[@LINE+1]]:13: error: expected
int f(int n { return n; }
// CHECK: with_errors.c:[[@LINE+1]]:14: error: unknown directive 'distribut'; did you mean 'distribute'?
#pragma dist distribut a[block]
// CHECK: errors generated
