// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// What is wrong with an array's shape.

extern double open[][200];
extern struct unknown *hidden;
int n, m;
double a[100][200], big[1000], *p, *q, (*rows)[200], *pointers[10], eight[2][2][2][2][2][2][2][2], length;
volatile double unstable[100];
struct link { double x; struct { int n; void *memory; } tail[2]; } chain[50];

// CHECK-DAG: shapes.c:[[@LINE+1]]:25: error: the first extent of 'open' is not given; declare it with all its extents
#pragma dist distribute open[block][*]
// CHECK-DAG: shapes.c:[[@LINE+1]]:20: error: 'hidden' is of incomplete type; 'array' is for arrays, and pointers to their memory
#pragma dist array hidden[n]
// CHECK-DAG: shapes.c:[[@LINE+2]]:25: error: 'distribute' names 1 dimension(s) of 'a', which has 2
// CHECK-DAG: shapes.c:9:8: note: 'a' is declared here
#pragma dist distribute a[block]
// CHECK-DAG: shapes.c:[[@LINE+1]]:20: error: the shape of 'big' has 1200 elements, but only 1000 are declared
#pragma dist array big[40][30]
// CHECK-DAG: shapes.c:[[@LINE+3]]:20: error: a second 'array' directive for 'p'
// CHECK-DAG: shapes.c:[[@LINE+1]]:20: note: the first is here
#pragma dist array p[n][m]
#pragma dist array p[n]
// CHECK-DAG: shapes.c:[[@LINE+1]]:29: error: extent 100 in dimension 1 of 'rows' differs from the declared 200
#pragma dist array rows[10][100]
// CHECK-DAG: shapes.c:[[@LINE+1]]:20: error: the shape of 'pointers' has 20 elements, but only 10 are declared
#pragma dist array pointers[20][100]
// CHECK-DAG: shapes.c:[[@LINE+1]]:25: error: 'eight' has more than 7 dimensions
#pragma dist distribute eight[block][*][*][*][*][*][*]
// CHECK-DAG: shapes.c:[[@LINE+1]]:22: error: 'length' is not an integer expression
#pragma dist array q[length]
// CHECK-DAG: shapes.c:[[@LINE+1]]:25: error: the elements of 'unstable' are volatile; such an array cannot be mapped
#pragma dist distribute unstable[block]
// CHECK-DAG: shapes.c:[[@LINE+1]]:25: error: the elements of 'chain' (struct link) hold pointers, which mean nothing to another process; keep indices in place of them
#pragma dist distribute chain[block]
// CHECK-DAG: shapes.c:[[@LINE+2]]:27: error: an extent of 'P' is 0; it must be positive
#define N 0
#pragma dist processors P[N]
// CHECK-DAG: shapes.c:[[@LINE+1]]:26: error: 'n' is neither an array nor a pointer
#pragma dist template T1[n[0]]
struct flexible {
	int n;
	double behind[];
// CHECK-DAG: shapes.c:[[@LINE+1]]:25: error: the shape of the memory behind 'behind' is not known; add '#pragma dist array behind[...]' with its extents
#pragma dist distribute behind[block]
};
