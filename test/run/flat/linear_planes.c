// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// SOURCES: ../Inputs/planes.c
// MAX-SLOW: 0
// Planes of memory linearised by hand whose middle index is a parameter: what the sum with the loop variable is multiplied with is the
// length of the rows. In another file nothing else is known of the memory.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	double *ex;
	int nx, ny, nz;
} grid;

#define A(i, j, k) a[((i) * ny + (j)) * nz + (k)]
#define EX(g, i, j, k) (g)->ex[((i) * (g)->ny + (j)) * (g)->nz + (k)]
#define B(c, i, j, k) b[(size_t)nz * (ny * (nx * (c) + (i)) + (j)) + (k)]

static void faces(double *a, int nx, int ny, int nz, double by)
{
	int j = ny - 1;
	for (int i = 0; i < nx; i++)
		for (int k = 0; k < nz; k++) A(i, j, k) += by * A(i, j - 1, k);
	for (int i = 0; i < nx; i++)
		for (int k = 0; k < nz; k++) {
			A(i, 0, k) = A(i, 1, k);
			A(i, ny - 1, k) += A(i, ny - 2, k);
		}
}

static void faces_of(grid *g, double by)
{
	int j = g->ny - 1;
	for (int i = 1; i < g->nx; i++)
		for (int k = 0; k < g->nz; k++) EX(g, i, j, k) += by * EX(g, i - 1, j - 1, k);
	j = 0;
	for (int i = 0; i < g->nx; i++)
		for (int k = 0; k < g->nz; k++) EX(g, i, j, k) += by * EX(g, i, j + 1, k);
}

// Two middle indices are parameters.
static void lines(double *b, int nc, int nx, int ny, int nz, int i, int j)
{
	for (int c = 0; c < nc; c++)
		for (int k = 0; k < nz; k++) B(c, i, j, k) = B(c, i - 1, j + 1, k) + c;
}

void far_faces(double *a, int nx, int ny, int nz, double by);

int main(void)
{
	int nx = 11, ny = 9, nz = 7, nc = 5;
	grid G = {.nx = nx, .ny = ny, .nz = nz};
	double *a, *b;
#pragma dist array a[nx][ny][nz], G.ex[nx][ny][nz], b[nc][nx][ny][nz]
#pragma dist distribute[block][*][*] ::a, G.ex
#pragma dist distribute b[block][*][*][*]
	a = malloc(nx * ny * nz * sizeof *a);
	b = malloc(nc * nx * ny * nz * sizeof *b);
	G.ex = malloc(nx * ny * nz * sizeof *a);
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < ny; j++)
			for (int k = 0; k < nz; k++) A(i, j, k) = EX(&G, i, j, k) = i + 2 * j + 3 * k % 4;
	for (int c = 0; c < nc; c++)
		for (int i = 0; i < nx; i++)
			for (int j = 0; j < ny; j++)
				for (int k = 0; k < nz; k++) B(c, i, j, k) = c + i * j % 3 + k;
	faces(a, nx, ny, nz, 0.5);
	far_faces(a, nx, ny, nz, 0.5);
	faces_of(&G, 0.25);
	lines(b, nc, nx, ny, nz, 3, 2);
	double s = 0, t = 0, u = 0;
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < ny; j++)
			for (int k = 0; k < nz; k++)
				s += A(i, j, k) * (i + j + k), t += EX(&G, i, j, k) * (i + 2 * j + k);
	for (int c = 0; c < nc; c++)
		for (int i = 0; i < nx; i++)
			for (int j = 0; j < ny; j++)
				for (int k = 0; k < nz; k++) u += B(c, i, j, k) * (c + i + j + k);
	printf("%g %g %g\n", s, t, u);
	return 0;
}
