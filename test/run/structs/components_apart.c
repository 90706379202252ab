// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 38 "for (int s = 1; s < n - 1; s++) for (int i = 1; i < m - 1;...": `sign` is split along dimension 0
//            "for (int s = 0; s < n; s++) for (int i = 0; i < m; i++) int...": `q` is split along dimension 0
// SOURCES: ../Inputs/components.c
// ARGS: 11 9
// ARGS: 3 2
// MAX-SLOW: 4
// The same, split along the components, and arrays that lie apart: slow, and right.
#include <stdio.h>
#include <stdlib.h>

enum { V = 4 };
typedef struct {
	double *u, *q, *e;
	int *sign;
	int n, m;
} work;

void primitives(int nv, int n, int m, const double *u, double q[nv][n][m], double e[n][m]);
void upwind(int nv, int n, int m, double q[nv][n][m], double e[n][m], int sign[n][m]);

static void run(work *w)
{
	int n = w->n, m = w->m;
	double s = 0;
	long t = 0;
	for (int v = 0; v < V; v++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) {
				w->u[j + m * (i + n * v)] = 1 + v + 2 * i + j % 3;
				w->q[j + m * (i + n * v)] = 0;
			}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) w->sign[j + m * i] = 0;
	primitives(V, n, m, w->u, (void *)w->q, (void *)w->e);
	upwind(V, n, m, (void *)w->q, (void *)w->e, (void *)w->sign);
	for (int v = 0; v < V; v++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) s += w->q[j + m * (i + n * v)] * (1 + i + j);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) t += w->sign[j + m * i] * (1 + i + j);
	printf("%.6f %ld\n", s, t);
}

int main(int argc, char **argv)
{
	work a = {.n = atoi(argv[1]), .m = atoi(argv[2])}, b = a;
#pragma dist array a.u[V][a.n][a.m], a.q[V][a.n][a.m], a.e[a.n][a.m], a.sign[a.n][a.m]
#pragma dist distribute[block][*][*] ::a.u, a.q
#pragma dist distribute[block][*] ::a.e, a.sign
#pragma dist array b.u[V][b.n][b.m], b.q[V][b.n][b.m], b.e[b.n][b.m], b.sign[b.n][b.m]
#pragma dist distribute[*][*][block] ::b.u, b.q
#pragma dist distribute[block][*] ::b.e, b.sign
	size_t cells = (size_t)a.n * a.m;
	a.u = malloc(V * cells * sizeof *a.u), b.u = malloc(V * cells * sizeof *b.u);
	a.q = malloc(V * cells * sizeof *a.q), b.q = malloc(V * cells * sizeof *b.q);
	a.e = malloc(cells * sizeof *a.e), b.e = malloc(cells * sizeof *b.e);
	a.sign = malloc(cells * sizeof *a.sign), b.sign = malloc(cells * sizeof *b.sign);
	run(&a);
	run(&b);
	return 0;
}
