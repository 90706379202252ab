// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
// RUN: %hpcc -fdist -fdist-emit=model %s 2>/dev/null | %FileCheck --check-prefix=MODEL %s
//
// Arrays that are declared in a struct: which are split in its objects.

enum { N = 40, M = 30 };
struct grid {
	double u[N][M], flat[N * M];
#pragma dist distribute u[block][*]
#pragma dist array flat[N][M]
#pragma dist align flat[i][j] with u[i][j]
};
// MODEL: array [40][30] of double distribute [block][*]
// MODEL: array [N][M] of double align [i0][i1] with u[i0][i1]

struct within {
	double u[N];
// CHECK-DAG: parts.c:[[@LINE+1]]:25: warning: 'u' stands in its object, in a union, and is not split: every process has all of it; make it a pointer to memory of its own
#pragma dist distribute u[block]
};
struct around {
	struct within w[2];
};
union memory {
	struct around a;
	char bytes[8];
};

struct particle {
	double x;
	double history[N];
// CHECK-DAG: parts.c:[[@LINE+1]]:25: warning: 'history' stands in its object, in the elements of an array that is split itself, and is not split: every process has all of it; make it a pointer to memory of its own
#pragma dist distribute history[block]
};
static struct particle particles[M];
#pragma dist distribute particles[block]

struct sized {
	int n;
	double v[N * M];
#pragma dist array v[n][n]
#pragma dist distribute v[block][*]
};
// MODEL: array [n][n] + 0 of double distribute [block][*]

struct flexible {
	int n;
	double v[];
#pragma dist array v[n]
#pragma dist distribute v[block]
};
// MODEL: array [n] + 0 of double distribute [block]

struct bare {
	double w[N];
};
static struct bare one, of[4];
#pragma dist distribute one.w[block]
static int size;
#pragma dist array of[1].w[size]
// CHECK-DAG: parts.c:[[@LINE+1]]:25: warning: 'of[1].w' stands in its object, of a shape that is no constant, and is not split: every process has all of it; make it a pointer to memory of its own
#pragma dist distribute of[1].w[block]
void g(int i)
{
// CHECK-DAG: parts.c:[[@LINE+1]]:25: warning: 'of[i].w' stands in its object, of an object that is not told by a name or pointer, and is not split: every process has all of it; make it a pointer to memory of its own
#pragma dist distribute of[i].w[block]
	of[i].w[0] = 1;
	struct {
		int n;
		double v[N * M];
#pragma dist array v[n][n]
// CHECK-DAG: parts.c:[[@LINE+1]]:25: warning: 'v' stands in its object, in a struct that has no name at file scope, and is not split: every process has all of it; make it a pointer to memory of its own
#pragma dist distribute v[block][*]
	} own;
	own.v[0] = own.n = i;
}

// CHECK: 5 warnings generated.
void f(struct grid *g, struct sized *s, union memory *m)
{
	for (int i = 0; i < N; i++) g->u[i][0] = g->flat[i * M];
	s->v[1] = m->a.w[0].u[2] = one.w[3];
	particles[4].history[5] = 6;
}
