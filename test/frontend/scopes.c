// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=model -w %s | %FileCheck %s
//
// What directives name, and which statement they belong to, wherever they stand.
#include "Inputs/views.h"

#define N 10
#define TEXT(x) #x
#define DIST(x) _Pragma(TEXT(dist x))
#define EACH(i, n) _Pragma("dist independent") for (i = 0; i < (n); i++)
enum { K = 5 };

// CHECK: file 1 "{{.*}}views.h"
// CHECK: directive text "#pragma dist array p[m]" @1:1:9
// CHECK: directive text "#pragma dist distribute a[block(K)], \ b[block(N)]"
// CHECK: processors P[*]
#pragma dist processors P[*]

// Before the declaration, over two lines, with macros and enumerators.
// CHECK: parameter {{.*}} p : double *
// CHECK-NEXT: mapping {{.*}} array [m] of double shape-given of-parameter
// CHECK: variable {{.*}} a : double[10]
// CHECK-NEXT: mapping {{.*}} array [10] of double distribute [block({{.*}})]
// CHECK: variable {{.*}} b : double[10]
// CHECK-NEXT: mapping {{.*}} array [10] of double distribute [block(10)]
#pragma dist distribute a[block(K)], \
	b[block(N)]
double a[N], b[K * 2];

// From a macro.
// CHECK: variable {{.*}} c : double[10]
// CHECK-NEXT: mapping {{.*}} distribute [block]
DIST(distribute c[block])
double c[N];

// Among a struct's members.
struct grid {
	int n, m;
	// CHECK: field {{.*}} grid.v : double *
	// CHECK-NEXT: mapping {{.*}} array [n][m] of double distribute [block][*] shape-given
	double *v;
#pragma dist array v[n][m]
#pragma dist distribute v[block][*]
};

// Before a function, among its parameters and in its body.
// CHECK: parameter {{.*}} u : double[n]
// CHECK-NEXT: mapping {{.*}} of-parameter
// CHECK: parameter {{.*}} v : double[n]
// CHECK-NEXT: mapping {{.*}} of-parameter
// CHECK: parameter {{.*}} w : double *
// CHECK-NEXT: mapping {{.*}} of-parameter
#pragma dist distribute u[block]
void params(int n, double u[n],
#pragma dist distribute v[block]
	double v[n], double *w)
{
#pragma dist array w[n]
	u[0] = v[0] + w[0];
}

void binds(int n)
{
	int i;
	{
		// Of the two `a`, the one of this block.
		// CHECK: variable {{.*}} x : double[10] specifiers "double"
		// CHECK: variable {{.*}} a : double[10][10] specifiers "double"
		// CHECK-NEXT: mapping {{.*}} array [10][10] of double distribute [*][block]
#pragma dist distribute a[*][block]
		double x[N], a[N][N];
	}

	// CHECK: function binds
	// A loop that comes with its directive from one macro.
	// CHECK: for from {{.*}} independent @[[@LINE+1]]
	EACH(i, n) a[i] = 1;
	// As the body of an if, of its else, of a loop and of a case.
	// CHECK: body: for {{.*}} independent
	// CHECK: else: for {{.*}} independent
	if (n)
#pragma dist independent
		for (i = 0; i < n; i++) a[i] = 2;
	else
#pragma dist independent
		for (i = 0; i < n; i++) a[i] = 3;
	// CHECK: while
	// CHECK: body: for {{.*}} independent new(t)
	double t;
	while (n--)
#pragma dist independent new(t)
		for (i = 0; i < n; i++) { t = i; a[i] = t; }
	// CHECK: case
	// CHECK: body: for {{.*}} independent
	switch (n) {
	case 1:
#pragma dist independent
		for (i = 0; i < n; i++) a[i] = 4;
	}
	// CHECK: for {{.*}} reduction(+: s)
	double s = 0;
#pragma dist independent reduction(+: s)
	for (i = 0; i < n; i++) s += a[i];
}
