// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: step 3
// ARGS: wrap 3
// ARGS: clamp 2
// ARGS: grown 3
// ARGS: macro 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="step 1" to="step 2" messages=1,1 bytes=4320,4320 collectives=0
// PER-STEP: procs=4 from="step 1" to="step 2" messages=1,2,2,1 bytes=4320,8640,8640,4320 collectives=0
// PER-STEP: procs=7 from="step 1" to="step 2" messages=1,2,2,2,2,2,1 bytes=4320,8640,8640,8640,8640,8640,4320 collectives=0
// PER-STEP: procs=2 from="wrap 1" to="wrap 2" messages=1,1 bytes=9600,9600 collectives=0
// PER-STEP: procs=4 from="wrap 1" to="wrap 2" messages=2,2,2,2 bytes=9600,9600,9600,9600 collectives=0
// PER-STEP: procs=7 from="wrap 1" to="wrap 2" messages=2,2,2,2,2,2,2 bytes=9600,9600,9600,9600,9600,9600,9600 collectives=0
// PER-STEP: procs=4 from="macro 1" to="macro 2" messages=2,2,2,2 bytes=9120,8640,8640,9120 collectives=0
// PER-STEP: procs=4 from="clamp 1" to="clamp 2" messages=1,2,2,1 bytes=4800,9600,9600,4800 collectives=0
// A member that is spelled in several ways, one of them a macro's; that is called `ny` in front of the loops and g->ny
// in the functions that they call; functions that compute subscripts in several statements and get the object by its
// address.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct {
	int nx, ny, nz;
	double *u, *v;
#pragma dist array u[nx][ny][nz], v[nx][ny][nz]
#pragma dist distribute [block][*][*] :: u, v
} grid;

static inline size_t at(const grid *g, int i, int j, int k) { return ((size_t)i * g->ny + j) * g->nz + k; }

static inline size_t around(const grid *q, int i, int j, int k)
{
	i = (i + q->nx) % q->nx;
	j = (j + q->ny) % q->ny;
	k = (k + q->nz) % q->nz;
	return ((size_t)i * q->ny + j) * q->nz + k;
}

static int within(const grid *g, int i)
{
	if (i < 0) return 0;
	return i < g->nx ? i : g->nx - 1;
}

static double laplacian(const grid *g, const double *p, int i, int j, int k)
{
	return p[at(g, i - 1, j, k)] + p[at(g, i + 1, j, k)] + p[at(g, i, j - 1, k)] + p[at(g, i, j + 1, k)] +
	       p[at(g, i, j, k - 1)] + p[at(g, i, j, k + 1)] - 6 * p[at(g, i, j, k)];
}

static void step(grid *g)
{
	const int nx = g->nx, ny = g->ny, nz = g->nz;
	for (int i = 1; i < nx - 1; i++)
		for (int j = 1; j < ny - 1; j++)
			for (int k = 1; k < nz - 1; k++) {
				const size_t c = (i * ny + j) * (size_t)nz + k;
				g->v[c] = g->u[c] + .1 * laplacian(g, g->u, i, j, k);
			}
}

static void wrap(grid *g)
{
	const int nx = g->nx, ny = g->ny, nz = g->nz;
	const double *u = g->u;
	double *v = g->v;
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < ny; j++)
			for (int k = 0; k < nz; k++)
				v[(i * ny + j) * nz + k] = u[around(g, i - 1, j, k)] + u[around(g, i + 1, j, k)] -
				                           u[around(g, i, j - 1, k + 1)];
}

static void clamp(grid *g)
{
	int ny = g->ny, nz = g->nz;
	for (int i = 0; i < g->nx; i++)
		for (int j = 0; j < ny; j++)
			for (int k = 0; k < nz; k++)
				g->v[(i * ny + j) * nz + k] =
				        g->u[at(g, within(g, i - 1), j, k)] + g->u[at(g, within(g, i + 1), j, k)];
}

#define AT(g, i, j, k) (((i) * ((g)->ny) + (j)) * (g)->nz + (k))

static void macro(grid *g)
{
	int nx = g->nx, nz = g->nz;
	for (int j = 0; j < g->ny; j++)
		for (int k = 0; k < nz; k++) {
			g->u[AT(g, 0, j, k)] = g->u[AT(g, nx - 2, j, k)];
			g->u[AT(g, nx - 1, j, k)] = g->u[(g->ny + j) * nz + k];
		}
	for (int i = 1; i < g->nx - 1; i++)
		for (int j = 1; j < g->ny - 1; j++)
			for (int k = 1; k < g->nz - 1; k++)
				g->v[AT(g, i, j, k)] = g->u[(i * g->ny + j) * g->nz + k - 1] +
				                       g->u[at(g, i - 1, j, k)] + g->u[AT(g, i + 1, j, k)] -
				                       g->u[i * (*g).ny * (*g).nz + (j + 1) * (*g).nz + k];
}

static int rows = 0;
static void more(grid *g) { rows += g->ny > 5; }

// The name is what the member was; what happens in between is not looked at.
static void grown(grid *g)
{
	int ny = g->ny;
	more(g);
	for (int i = 0; i < g->nx; i++)
		for (int j = 0; j < ny; j++)
			for (int k = 0; k < g->nz; k++)
				g->v[at(g, i, j, k)] = g->u[(i * ny + j) * g->nz + k] * .5 + rows;
}

int main(int argc, char **argv)
{
	int steps = atoi(argv[2]);
	grid g = {35, 20, 30};
	g.u = calloc(g.nx * g.ny * g.nz, sizeof(double));
	g.v = calloc(g.nx * g.ny * g.nz, sizeof(double));
	for (int i = 0; i < g.nx; i++)
		for (int j = 0; j < g.ny; j++)
			for (int k = 0; k < g.nz; k++) g.u[at(&g, i, j, k)] = (i * 7 + j * 3 + k) % 11;
	for (int t = 0; t < steps; t++) {
		if (!strcmp(argv[1], "step")) step(&g);
		if (!strcmp(argv[1], "wrap")) wrap(&g);
		if (!strcmp(argv[1], "macro")) macro(&g);
		if (!strcmp(argv[1], "clamp")) clamp(&g);
		if (!strcmp(argv[1], "grown")) grown(&g);
		double *w = g.u;
		g.u = g.v;
		g.v = w;
	}
	double sum = 0;
	for (int i = 0; i < g.nx; i++)
		for (int j = 0; j < g.ny; j++)
			for (int k = 0; k < g.nz; k++) sum += g.u[at(&g, i, j, k)] * ((i * j + k) % 5);
	printf("%.10g\n", sum);
	free(g.u);
	free(g.v);
	return 0;
}
