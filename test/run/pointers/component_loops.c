// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %count 0
// ARGS: 40 16 5
// ARGS: 5 3 4
// ARGS: 3 1 2
// PER-STEP: procs=2 from="40 16 10" to="40 16 20" messages=2,1 bytes=1024,512 collectives=0
// PER-STEP: procs=4 from="40 16 10" to="40 16 20" messages=2,3,3,1 bytes=1024,1536,1536,512 collectives=0
// PER-STEP: procs=7 from="40 16 10" to="40 16 20" messages=2,3,3,3,3,3,1 collectives=0
// MAX-SLOW: 0
// Components of a field with an array each, and loops over them within loops over cells.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#define LARGER(a, b) ({ double x_ = (a), y_ = (b); x_ > y_ ? x_ : y_; })
enum { RHO, MX, MY, EN, NVAR };
#define FOR_COMPONENTS(k) for (size_t k = 0; k < NVAR; k++)
#define MOMENTUM(q, k, c) ((q)[k][c])

struct grid {
	int nx, ny;
	double *q[NVAR], *res[NVAR];
#pragma dist array q[k][nx][ny] : k = 0..NVAR-1
#pragma dist array res[k][nx][ny] : k = 0..NVAR-1
#pragma dist distribute [block][*] :: q, res
};

static double (*trace[2])[8];
#pragma dist array trace[k][40][8] : k = 0..1
#pragma dist distribute trace[block][*]

static void make(struct grid *g, int nx, int ny)
{
	g->nx = nx, g->ny = ny;
	for (int k = 0; k < NVAR; k++) {
		g->q[k] = malloc((size_t)nx * ny * sizeof(double));
		g->res[k] = calloc((size_t)nx * ny, sizeof(double));
	}
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < ny; j++)
			for (int k = 0; k < NVAR; k++) {
				g->q[k][i * ny + j] = 1 + (k == EN) + 0.01 * ((i * j + k) % 7);
				assert(k < NVAR && g->q[k][i * ny + j] > 0);
			}
}

// Functions for a cell.
static void load(double s[NVAR], const struct grid *g, int c)
{
	for (int k = 0; k < NVAR; k++) s[k] = g->q[k][c];
}

static void store(double *const *u, int c, const double s[NVAR])
{
	for (int k = NVAR - 1; k >= 0; k--) u[k][c] = s[k];
}

static void flux(const double l[NVAR], const double r[NVAR], double f[NVAR])
{
	const double u = 0.5 * (l[MX] / l[RHO] + r[MX] / r[RHO]);
	for (int k = 0; k < NVAR; k++) f[k] = 0.5 * u * (l[k] + r[k]) - 0.25 * (r[k] - l[k]);
}

static void residual(struct grid *g)
{
	const int ny = g->ny;
	int k;
	for (int i = 1; i < g->nx - 1; i++)
		for (int j = 0; j < ny; j++) {
			double l[NVAR], c[NVAR], r[NVAR], f[NVAR], h[NVAR];
			FOR_COMPONENTS(n) {
				l[n] = g->q[n][(i - 1) * ny + j];
				r[n] = LARGER(MOMENTUM(g->q, n, (i + 1) * ny + j), -1e9);
			}
			load(c, g, i * ny + j);
			flux(l, c, f);
			flux(c, r, h);
			for (k = 0; k < NVAR; k++) f[k] -= h[k];
			store(g->res, i * ny + j, f);
			g->res[EN][i * ny + j] += 0.01 * k * g->q[NVAR - 1][i * ny + j];
		}
}

// What is sent of the residual is the row below, of the components that are read there only.
static void update(struct grid *g, double dt)
{
	const int ny = g->ny;
	for (int i = 1; i < g->nx - 1; i++)
		for (int j = 0; j < ny; j++) {
			const int c = i * ny + j;
			for (long k = 0; k <= EN; k++) {
				double *q = g->q[k];
				const double *res = g->res[k];
				q[c] += dt * (res[c] + (k == MX) * g->res[(k + 1) % NVAR][c - ny]);
			}
		}
}

// Between the loops over rows and over columns.
static void follow(int n)
{
	for (int i = 1; i < n; i++)
		for (int k = 0; k < 2; k++)
			for (int j = 0; j < 8; j++) trace[k][i][j] = 0.5 * (trace[k][i][j] + trace[1 - k][i][j]) + k;
}

int main(int argc, char **argv)
{
	const int nx = argc > 1 ? atoi(argv[1]) : 40, ny = argc > 2 ? atoi(argv[2]) : 16;
	const int steps = argc > 3 ? atoi(argv[3]) : 5;
	struct grid g;
	make(&g, nx, ny);
	for (int k = 0; k < 2; k++) trace[k] = calloc(40, sizeof *trace[k]);
	for (int t = 0; t < steps; t++) {
		residual(&g);
		update(&g, 0.01);
		follow(40);
	}
	double sum[NVAR] = {0};
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < ny; j++)
			FOR_COMPONENTS(k) sum[k] += g.q[k][i * ny + j] * (i - j);
	for (int k = 0; k < NVAR; k++) printf("%.10g\n", sum[k]);
	for (int i = 0; i < nx; i += 3) {
		for (int k = 0; k < NVAR; k++) printf(" %.10g", g.q[k][i * ny]);
		printf(" %g\n", trace[1][i][3]);
	}
	return 0;
}
