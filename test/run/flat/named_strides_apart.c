// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 8 "for (int k = 0; k < nz; k++) for (int j = 0; j < ny; j++) f...": this does not hold: si = 1 and ((nx
//              <= 0 and sj > 0 and quotient(sk, sj) > 0) or (nx > 0 and nz <= 0 and sj > 0 and quotient(sk, sj) >
//              0) or (nx > 0 and ny > 0 and nz > 0 and sj >= nx and quotient(sk, sj) >= ny) or (nx > 0 and ny <= 0
//              and nz > 0 and sj > 0 and quotient(sk, sj) > 0))
// ARGS: 11 9 5
// ARGS: 2 1 1
// ARGS: 3 4 2
// MAX-SLOW: 1
// Strides that are parameters and members, where the shape is not in sight: one is compared with the other. The one nest that may be slow has its loops
// in the order of an array that lies the other way round.
#include <stdio.h>
#include <stdlib.h>

struct grid {
	int ni, nj, nk, n0;
	double *v;
};

static void step(double *restrict e, const double *h, int nx, int ny, int nz, long ni, long nj, long n0)
{
	for (long i = 1; i < nx; i++)
		for (long j = 1; j < ny; j++)
			for (long k = 0; k < nz; k++)
				e[i * ni + j * nj + k + n0] += h[i * ni + j * nj + k + n0] -
				        h[(i - 1) * ni + j * nj + k + n0] + h[i * ni + (j - 1) * nj + k + n0];
}

static void members(struct grid *g, const struct grid *h, int nx, int ny, int nz)
{
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < ny; j++)
			for (int k = 0; k < nz; k++) {
				int at = g->n0 + i * g->ni + j * g->nj + k * g->nk;
				g->v[at] = 0.5 * g->v[at] + h->v[at + g->ni] - h->v[at];
			}
	for (int j = 0; j < ny; j++)
		for (int k = 0; k < nz; k++)
			g->v[g->n0 + 0 * g->ni + j * g->nj + k * g->nk] =
			        g->v[g->n0 + (nx - 1) * g->ni + j * g->nj + k * g->nk];
}

// The innermost loop goes through the largest stride.
static double weigh(const double *v, int nx, int ny, int nz, int si, int sj, int sk)
{
	double s = 0;
	for (int k = 0; k < nz; k++)
		for (int j = 0; j < ny; j++)
			for (int i = 0; i < nx; i++) s += v[i * si + j * sj + k * sk] * (i - j + 2 * k);
	return s;
}

int main(int argc, char **argv)
{
	int nx = atoi(argv[1]), ny = atoi(argv[2]), nz = atoi(argv[3]);
	struct grid e = {.nk = 1, .nj = nz + 2, .ni = (ny + 2) * (nz + 2)}, h;
	e.n0 = e.ni + e.nj + e.nk;
	h = e;
	(void)argc;
#pragma dist array e.v[nx + 2][ny + 2][nz + 2], h.v[nx + 2][ny + 2][nz + 2]
#pragma dist distribute e.v[block][*][*], h.v[block][*][*]
	e.v = calloc((nx + 2) * e.ni, 8), h.v = calloc((nx + 2) * e.ni, 8);
	for (int i = 0; i < (nx + 2) * e.ni; i++) e.v[i] = i % 13, h.v[i] = i % 7;
	for (int t = 0; t < 3; t++) {
		step(e.v, h.v, nx, ny, nz, e.ni, e.nj, e.n0);
		members(&h, &e, nx, ny, nz);
	}
	for (int i = 0; i < (nx + 2) * e.ni; i++) printf("%g\n", h.v[i]);
	printf("%g\n", weigh(e.v, nx, ny, nz, e.ni, e.nj, e.nk));
	return 0;
}
