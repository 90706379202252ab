// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Arrays that are members, and pointers of a function that stand for them, in functions that a loop calls.
#include <stdlib.h>
typedef struct {
	int n;
	double *u, *v, *w;
	int *p;
#pragma dist distribute [block] :: u, v, w
} grid;
static void step(grid *g)
{
	// CHECK: [[@LINE+2]]:{{[0-9]+}}: warning: 'g->u' is gathered in each iteration
	// CHECK: note: the loop is the one that calls 'step' here
	for (int i = 0; i < g->n; i++) g->v[i] = g->u[g->p[i]] + 1;
}
// What nothing in the loop sets is gathered once.
static void look(grid *g)
{
	for (int i = 0; i < g->n; i++) g->v[i] += g->w[g->p[i]];
}
static void step2(grid *g)
{
	double *u = g->u, *v = g->v;
	// CHECK: [[@LINE+2]]:{{[0-9]+}}: warning: 'u' is gathered in each iteration
	// CHECK: note: the loop is the one that calls 'step2' here
	for (int i = 0; i < g->n; i++) v[i] = u[g->p[i]] + 1;
}
// The column above the diagonal comes from all, the element on it from one.
static void eliminate(int n, double *a)
{
#pragma dist array a[n][n]
#pragma dist distribute a[block][*]
	for (int i = 0; i < n; i++) {
		for (int j = i; j < n; j++) {
			double sum = a[i * n + j];
			for (int k = 0; k < i; k++) sum -= a[i * n + k] * a[k * n + j];
			a[i * n + j] = sum;
		}
		for (int j = i + 1; j < n; j++) {
			double sum = a[j * n + i];
			// CHECK: [[@LINE+1]]:{{[0-9]+}}: note: each process reads the same elements by 'a[k * n + i]', whatever
			for (int k = 0; k < i; k++) sum -= a[j * n + k] * a[k * n + i];
			a[j * n + i] = sum / a[i * n + i];
		}
	}
}
int main(int argc, char **argv)
{
	eliminate(50, malloc(2500 * sizeof(double)));
	grid g = {100};
	g.u = calloc(g.n, sizeof(double));
	g.v = calloc(g.n, sizeof(double));
	g.w = calloc(g.n, sizeof(double));
	g.p = calloc(g.n, sizeof(int));
	for (int i = 0; i < g.n; i++) g.p[i] = i * 7 % 100;
	for (int t = 0; t < 3; t++) {
		step(&g);
		step2(&g);
		look(&g);
		double *w = g.u;
		g.u = g.v;
		g.v = w;
	}
	return g.u[20] > 7;
}
// CHECK: 3 warnings generated.
