// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=model %s | %FileCheck %s
//
// What of an expression's text is in the file, and which macro invocation it comes from.

#define N 100
#define IN(i, j) in[(i) * (n) + (j)]
#define OUTER(k) IN(k + 1, 0)
#define MR(mt, n, r, c, d) mt->m[(n) * mt->mrows * mt->mcols * mt->mdeps + (r) * mt->mcols * mt->mdeps + (c) * mt->mdeps + (d)]
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define FOR(i, a, b) for (i = a; i < b; i++)
#define STEP x = 1;

typedef struct {
	float *m;
	int mrows, mcols, mdeps;
} matrix;

void f(double *in, matrix *p, int n, int x)
{
	int i, j;
	// A whole invocation has its own text, a part of it has not; arguments keep theirs.
	// CHECK: assign : double 'in[(x) * (n) + (x + 1)] = 100' source "IN(x, x + 1) = N"
	// CHECK-NEXT: index : double 'in[(x) * (n) + (x + 1)]' source "IN(x, x + 1)"
	// CHECK-NEXT: var in : double * 'in' no-source within "IN(x, x + 1)"
	// CHECK-NEXT: binary + : int '(x) * (n) + (x + 1)' no-source within "IN(x, x + 1)"
	// CHECK-NEXT: binary * : int '(x) * (n)' no-source
	// CHECK-NEXT: var x : int 'x' within "IN(x, x + 1)"
	// CHECK-NEXT: var n : int 'n' no-source within
	// CHECK-NEXT: binary + : int 'x + 1' within "IN(x, x + 1)"
	// CHECK: int 100 : int '100' source "N"
	IN(x, x + 1) = N;

	// The outermost invocation is the one that counts.
	// CHECK: index : double 'in[(x + 1) * (n) + (0)]' source "OUTER(x)"
	// CHECK-NEXT: var in : double * 'in' no-source within "OUTER(x)"
	// CHECK: var x : int 'x' within "OUTER(x)"
	OUTER(x) = 0;

	// CHECK: index : float 'p->m[(0) * {{.*}} + (x)]' source "MR(p, 0, 1, 2, x)"
	// CHECK-NEXT: member m : float * 'p->m' no-source
	// CHECK-NEXT: deref implicit : matrix '*(p)' source "p" within "MR(p, 0, 1, 2, x)"
	// CHECK-NEXT: var p : matrix * 'p' within
	MR(p, 0, 1, 2, x) = 0;

	// The parentheses around a macro's body belong to its text.
	// CHECK: for from "i = 1" while "i < MAX(n, N)" step "i++"
	// CHECK: cond: binary < : int 'i < ((n) > (100) ? (n) : (100))' source "i < MAX(n, N)"
	// CHECK: cond : int '(n) > (100) ? (n) : (100)' source "MAX(n, N)"
	// CHECK: int 100 : int '100' source "N" within "MAX(n, N)"
	for (i = 1; i < MAX(n, N); i++)
		in[i] = 0;

	// What is no expression, and has to do with memory that may be mapped, is written out.
	// CHECK: for from "j = 0" while "j < 100" step "j++" @[[@LINE+5]]:2
	// CHECK: body: expr @[[@LINE+4]]:15
	// Else a statement whose semicolon is in the macro has no text of its own.
	// CHECK: expr no-source @[[@LINE+3]]
	// CHECK-NEXT: assign : int 'x = 1' no-source within "STEP"
	FOR(j, 0, N) in[j] = 1;
	STEP
}

#define TWICE(s) s; s
// CHECK: function twice
// CHECK: for no-source
// CHECK: for no-source
// CHECK: expr @
void twice(int a)
{
	TWICE(for (int i = 0; i < N; i++) a++);
	a = 0;
}
