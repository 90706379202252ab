// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
// ARGS: 52 3
// ARGS: 5 2
// ARGS: 1 1
// MAX-SLOW: 0
// PER-STEP: procs=2 from="52 10" to="52 20" messages=1,0 bytes=240,0 collectives=2
// PER-STEP: procs=4 from="52 10" to="52 20" messages=1,1,1,0 bytes=240,480,720,0 collectives=2
// PER-STEP: procs=7 from="52 10" to="52 20" messages=0,1,1,1,1,1,1 bytes=0,240,240,240,240,240,240 collectives=2
// Flat loops over arrays with rows of different length, nx and nx + 1, and with one row more: over members of
// structs and variables, over two at once as far as the shorter one goes, and in helpers that know no row. Nothing
// is sent for these. The difference needs rows of v that another process has (of 53 rows in four parts: one, two and
// three), and there are two maxima.
#include <stdio.h>
#include <stdlib.h>

enum { NX = 30 };

struct grid {
	int nx, ny;
	double *u, *v, *p;
#pragma dist array u[ny][nx + 1], v[ny + 1][nx], p[ny][nx]
#pragma dist distribute u[block][*], v[block][*], p[block][*]
};

static void scale(int count, double *a, double by)
{
	for (int k = 0; k < count; k++) a[k] *= by;
}

static double greatest(int count, const double *a)
{
	double most = 0;
	for (int k = 0; k < count; k++)
		if (a[k] > most) most = a[k];
	return most;
}

static void divergence(struct grid *g, double k)
{
	int nx = g->nx, ny = g->ny;
	for (int j = 0; j < ny; j++)
		for (int i = 0; i < nx; i++)
			g->p[j * nx + i] = k * (g->u[j * (nx + 1) + i + 1] - g->u[j * (nx + 1) + i] +
			                               g->v[(j + 1) * nx + i] - g->v[j * nx + i]);
}

int main(int argc, char **argv)
{
	int ny = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 1;
	struct grid a = {NX, ny}, *g = &a;
	double *u, *v, sum = 0;
#pragma dist array u[ny][NX + 1], v[ny + 1][NX]
#pragma dist distribute u[block][*], v[block][*]
	g->u = malloc(sizeof(double) * ny * (NX + 1));
	g->v = malloc(sizeof(double) * (ny + 1) * NX);
	g->p = calloc(ny * NX, sizeof(double));
	u = malloc(sizeof(double) * ny * (NX + 1));
	v = malloc(sizeof(double) * (ny + 1) * NX);
	for (int k = 0; k < ny * (NX + 1); k++) g->u[k] = k % 7, u[k] = k % 3;
	for (int k = 0; k < (ny + 1) * NX; k++) g->v[k] = k % 5, v[k] = k % 11;
	for (int t = 0; t < steps; t++) {
		divergence(g, .1);
		for (int k = 0; k < ny * (NX + 1); k++) g->u[k] = .5 * g->u[k] + u[k];
		for (int k = 0; k < (ny + 1) * NX; k++) g->v[k] = .5 * g->v[k] + v[k];
		for (int k = 0; k < ny * NX; k++) u[k] -= .125 * k, v[k] += 1;
		scale(ny * (NX + 1), u, .75);
		scale((ny + 1) * NX, v, .5);
		scale(ny * NX, g->p, 2);
		sum += greatest(ny * (NX + 1), u) + greatest((ny + 1) * NX, g->v);
	}
	for (int k = 0; k < ny * NX; k++) sum += (int)(1000 * g->p[k]);
	printf("%.6f\n", sum);
	return 0;
}
