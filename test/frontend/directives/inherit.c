// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// `inherit` is for parameters: these take their arguments' mappings.

double a[100][200];
#pragma dist distribute a[block][*]

// CHECK-NOT: inherit.c:{{[1-9]}}:
// CHECK-NOT: inherit.c:1{{[0-9]}}:
// Before a function, and before its declaration.
#pragma dist inherit p
void scale(int n, int m, double (*p)[m]);

#pragma dist inherit p, q
void add(int n, int m, double (*p)[m], double q[n][m])
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) p[i][j] += q[i][j];
}

void shaped(int n, double *v, double *w)
{
#pragma dist array v[n][n]
#pragma dist inherit :: v, w
	for (int i = 0; i < n * n; i++) v[i] = w[i];
}

// CHECK-DAG: inherit.c:[[@LINE+1]]:22: error: 'a' is no parameter; 'inherit' says of a parameter that it takes its argument's mapping
#pragma dist inherit a

// CHECK-DAG: inherit.c:[[@LINE+1]]:22: error: 'n' is neither an array nor a pointer; 'inherit' says of a parameter that it takes its argument's mapping
#pragma dist inherit n
void number(int n);

// CHECK-DAG: inherit.c:[[@LINE+1]]:22: error: 'nobody' is not declared here
#pragma dist inherit nobody

// CHECK-DAG: inherit.c:[[@LINE+1]]:24: error: unknown clause 'onto' in 'inherit'
#pragma dist inherit a onto P

// CHECK-DAG: inherit.c:[[@LINE+3]]:22: error: 'p' cannot inherit its argument's mapping and have one of its own
// CHECK-DAG: inherit.c:[[@LINE+1]]:25: note: 'p' is mapped here
#pragma dist distribute p[block]
#pragma dist inherit p
void both(int n, double p[n])
{
	for (int i = 0; i < n; i++) p[i] = 0;
}
// CHECK: 5 errors generated.
