// SPDX-License-Identifier: Apache-2.0
// The second file of types_in_two_files.c.
#include <stdio.h>

enum { N = 40, M = 30 };
enum kind { WALL, FLUID = WALL + 3 };
typedef struct {
	double re, im; // both parts
} cell;

struct mark {
	int kind;
	long at; // a number
};
struct grid {
	int n;
	cell *u; // n rows
	enum kind kind;
};

static int scale = 2;

void fill(struct grid *g)
{
	for (int i = 0; i < g->n; i++)
		for (int j = 0; j < M; j++) {
			g->u[i * M + j].re = i % 7 + j;
			g->u[i * M + j].im = scale;
		}
}

void relax(const struct grid *g, struct grid *h)
{
	for (int i = 1; i < g->n - 1; i++)
		for (int j = 1; j < M - 1; j++) {
			const cell *at = &g->u[i * M + j];
			h->u[i * M + j].re = .25 * (g->u[(i - 1) * M + j].re + g->u[(i + 1) * M + j].re + at[-1].im);
			h->u[i * M + j].im = g->kind == FLUID ? at->im * .5 : 0;
		}
}

void tell(int n, int m, struct mark (*a)[m]) { printf("%d rows of %d\n", n, m); }
