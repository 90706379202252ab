// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 52 3
// MAX-SLOW: 0
// PER-STEP: procs=2 from="52 10" to="52 20" messages=2 bytes=480,472 collectives=0
// PER-STEP: procs=4 from="52 10" to="52 20" messages=2,4,4,2 collectives=0
// PER-STEP: procs=7 from="52 10" to="52 20" messages=2,4,4,4,4,4,2 bytes=472,952,952,952,952,952,480 collectives=0
//
// Arrays on a staggered grid have ny and ny + 1 rows: members of structs, linearised by hand, and pointers to rows.
#include <stdio.h>
#include <stdlib.h>

enum { NX = 30 };

struct grid {
	int nx, ny;
	double *u, *v, *p;
#pragma dist array u[ny][nx + 1], v[ny + 1][nx], p[ny][nx]
#pragma dist distribute u[block][*], v[block][*], p[block][*]
};

static void divergence(struct grid *g, double k)
{
	int nx = g->nx, ny = g->ny;
	for (int j = 0; j < ny; j++)
		for (int i = 0; i < nx; i++)
			g->p[j * nx + i] += k * (g->u[j * (nx + 1) + i + 1] - g->u[j * (nx + 1) + i] +
			                                g->v[(j + 1) * nx + i] - g->v[j * nx + i]);
}

static void project(struct grid *g, double k)
{
	for (int j = 1; j < g->ny; j++)
		for (int i = 1; i < g->nx; i++) {
			g->u[j * (g->nx + 1) + i] -= k * (g->p[j * g->nx + i] - g->p[j * g->nx + i - 1]);
			g->v[j * g->nx + i] -= k * (g->p[j * g->nx + i] - g->p[(j - 1) * g->nx + i]);
		}
}

static double **matrix(int n, int m)
{
	double **a = malloc(n * sizeof *a);
	for (int i = 0; i < n; i++) a[i] = calloc(m, sizeof **a);
	return a;
}

int main(int argc, char **argv)
{
	int ny = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 1;
	struct grid a = {NX, ny}, *g = &a;
	double **v, **p, sum = 0;
#pragma dist array v[ny + 1][NX], p[ny][NX]
#pragma dist distribute v[block][*], p[block][*]
	g->u = malloc(sizeof(double) * ny * (NX + 1));
	g->v = malloc(sizeof(double) * (ny + 1) * NX);
	g->p = calloc(ny * NX, sizeof(double));
	v = matrix(ny + 1, NX), p = matrix(ny, NX);
	for (int k = 0; k < ny * (NX + 1); k++) g->u[k] = k % 7;
	for (int k = 0; k < (ny + 1) * NX; k++) g->v[k] = k % 5;
	for (int j = 0; j <= ny; j++)
		for (int i = 0; i < NX; i++) v[j][i] = (i + j) % 5;
	for (int t = 0; t < steps; t++) {
		divergence(g, .1);
		project(g, .05);
		for (int k = 0; k < (ny + 1) * NX; k++) g->v[k] *= .99;
		for (int j = 0; j < ny; j++)
			for (int i = 0; i < NX; i++) p[j][i] += v[j + 1][i] - v[j][i];
		for (int j = 1; j < ny; j++)
			for (int i = 0; i < NX; i++) v[j][i] -= .1 * (p[j][i] - p[j - 1][i]);
	}
	for (int k = 0; k < ny * NX; k++) sum += (int)(1000 * g->p[k]);
	for (int j = 0; j < ny; j++) sum += (int)(1000 * p[j][j % NX]);
	printf("%.0f\n", sum);
	return 0;
}
