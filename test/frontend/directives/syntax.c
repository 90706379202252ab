// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// What a directive is made of.
// Each error stands at its token, with the source line and a caret.

int n;
double a[100][200], c[100], *v;

// CHECK-DAG: syntax.c:[[@LINE+1]]:14: error: unknown directive 'distrbute'; did you mean 'distribute'?
#pragma dist distrbute a[block][*]
// CHECK-DAG: syntax.c:[[@LINE+1]]:14: error: expected a directive after '#pragma dist'
#pragma dist [block] :: c
// CHECK-DAG: syntax.c:[[@LINE+1]]:9: error: expected a directive after '#pragma dist'
#pragma dist
// CHECK-DAG: syntax.c:[[@LINE+1]]:37: error: unknown clause 'ont' in 'distribute'; did you mean 'onto'?
#pragma dist distribute a[block][*] ont P
// CHECK-DAG: syntax.c:[[@LINE+1]]:27: error: unknown format 'blok'; did you mean 'block'?
#pragma dist distribute a[blok][*]
// CHECK-DAG: syntax.c:[[@LINE+1]]:14: error: unknown directive 'DISTRIBUTE'; did you mean 'distribute'?
#pragma dist DISTRIBUTE a[block][*]
// CHECK-DAG: syntax.c:[[@LINE+1]]:27: error: unknown format 'BLOCK'; did you mean 'block'?
#pragma dist distribute a[BLOCK][*]
// CHECK-DAG: syntax.c:[[@LINE+1]]:26: error: expected '[' before '('
#pragma dist distribute c(block)
// CHECK-DAG: syntax.c:[[@LINE+1]]:27: error: expected ']' at the end of the directive
#pragma dist distribute c[block
// CHECK-DAG: syntax.c:[[@LINE+1]]:22: error: '1.5' is not an integer constant that fits in a long
#pragma dist array v[1.5]
// CHECK-DAG: syntax.c:[[@LINE+1]]:36: error: 'P' has more than 3 dimensions
#pragma dist processors P[2][2][2][2]
// CHECK-DAG: syntax.c:[[@LINE+1]]:25: error: only a processor grid can have '*' for an extent; 'T' needs an expression
#pragma dist template T[*]
// CHECK-DAG: syntax.c:[[@LINE+1]]:24: error: '1 / 0' has no value: it divides by zero
#pragma dist array v[1 / 0]
// CHECK-DAG: syntax.c:[[@LINE+1]]:86: error: the expression is nested too deeply
#pragma dist array v[((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((n))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))]

// Several from one line, and those of a _Pragma.
// CHECK-DAG: syntax.c:[[@LINE+1]]:{{[0-9]+}}: error: unknown directive 'proccesors'; did you mean 'processors'?
_Pragma("dist proccesors P[4]")

// Macros are expanded.
#define FORMAT blck
// CHECK-DAG: syntax.c:[[@LINE+1]]:27: error: unknown format 'blck'; did you mean 'block'?
#pragma dist distribute c[FORMAT]
