// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Flat indices of several planes, computed before they are used: what the planes' numbers are multiplied with tells the shape.
#include <stdio.h>
#include <stdlib.h>

struct sizes {
	int planes, nx, ny;
};
struct fields {
	double *u, *q;
};
#define AT(i, j, v) ((i) + nx * ((j) + ny * (v)))

static void gather(int first, int planes, int nx, int ny, double u[planes * nx * ny], double q[planes][ny][nx])
{
	for (int s = 0; s + first < ny; s++)
		for (int i = 0; i < nx; i++) {
			int density = AT(i, first + s, 0);
			q[0][s][i] = u[density];
			int momentum = AT(i, first + s, 1);
			q[1][s][i] = u[momentum] / 2;
			int pressure = AT(i, first + s, 3);
			q[3][s][i] = u[pressure] + u[density];
		}
}

static void make(struct sizes *n, struct fields *f)
{
#pragma dist array f->u[n->planes][n->ny][n->nx], f->q[n->planes][n->ny][n->nx]
#pragma dist distribute f->u[*][block][*], f->q[*][block][*]
	f->u = calloc((size_t)n->planes * n->ny * n->nx, sizeof(double));
	f->q = calloc((size_t)n->planes * n->ny * n->nx, sizeof(double));
}

int main(void)
{
	struct sizes n = {4, 20, 14};
	struct fields f;
	make(&n, &f);
	if (!f.u || !f.q) return 1;
	for (int v = 0; v < n.planes; v++)
		for (int j = 0; j < n.ny; j++)
			for (int i = 0; i < n.nx; i++) f.u[i + n.nx * (n.ny * v + j)] = v * 100 + j * 10 + i;
	gather(2, n.planes, n.nx, n.ny, f.u, (double(*)[n.ny][n.nx])f.q);
	double sum = 0;
	for (int v = 0; v < n.planes; v++)
		for (int j = 0; j < n.ny; j++)
			for (int i = 0; i < n.nx; i++) sum += (v + 1) * (j + 3) * f.q[i + n.nx * (n.ny * v + j)];
	printf("%g\n", sum);
	return 0;
}
