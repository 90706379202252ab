// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Functions that a code calls for each cell, their values used: equation of state with an early return and out-parameters, fluxes into an
// element and by value, limiters, moments and collision of a lattice, in one another; in sums, conditions and declarations.
// MAX-SLOW: 0
// FLAGS: -lm
// PER-STEP: procs=4 from="2" to="3" messages=4,7,7,3 collectives=2
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define Q 5

static double u[N][N][4], f[N][N][4], prs[N][N];
#pragma dist distribute u[block][*][*]
#pragma dist align f[i][j][k] with u[i][j][k]
#pragma dist align prs[i][j] with u[i][j][*]
static double gas = 1.4;

static double eos(const double q[4], double *c)
{
	double p = (gas - 1) * (q[3] - 0.5 * (q[1] * q[1] + q[2] * q[2]) / q[0]);
	if (p < 1e-10) {
		if (c) *c = 1e-5;
		return 1e-10;
	}
	if (c != NULL) *c = sqrt(gas * p / q[0]);
	return p;
}

static void flux(const double *l, const double *r, double *out)
{
	double cl, cr, pl = eos(l, &cl), pr = eos(r, &cr);
	const double a = fmax(cl, cr), *const side[1] = {0};
	double fl[4] = {l[1], l[1] * l[1] / l[0] + pl, l[1] * l[2] / l[0], (l[3] + pl) * l[1] / l[0]};
	double fr[4] = {r[1], r[1] * r[1] / r[0] + pr, r[1] * r[2] / r[0], (r[3] + pr) * r[1] / r[0]};
	for (int k = 0; k < 4; k++) out[k] = 0.5 * (fl[k] + fr[k]) - 0.5 * a * (r[k] - l[k]) + (side[0] ? 1 : 0);
}

static double minmod(double a, double b)
{
	if (a * b <= 0) return 0;
	if (fabs(a) < fabs(b)) return a;
	return b;
}

static double slope(const double (*x)[N], int i, int j) { return minmod(x[i + 1][j] - x[i][j], x[i][j] - x[i - 1][j]); }

static int first_above(const double *q, double x)
{
	for (int k = 0; k < 4; k++)
		if (q[k] > x) return k;
	return -1;
}

typedef struct {
	double rho, m, e;
} state;
typedef struct {
	int n;
	state *q, *next;
#pragma dist array q[n], next[n]
#pragma dist distribute [block] :: q, next
} tube;

static double pressure(const state *s)
{
	double p = 0.4 * (s->e - 0.5 * s->m * s->m / s->rho);
	if (p < 0) return 0;
	return p;
}

static state between(const state *l, const state *r)
{
	double pl = pressure(l), pr = pressure(r), a = sqrt(1.4 * fmax(pl, pr) / fmin(l->rho, r->rho));
	state s = {0.5 * (l->m + r->m) - 0.5 * a * (r->rho - l->rho), 0.5 * (pl + pr) - 0.5 * a * (r->m - l->m),
	           0.5 * (l->m * pl + r->m * pr) - 0.5 * a * (r->e - l->e)};
	return s;
}

static void update(tube g, int i, double dt)
{
	state a = between(&g.q[i - 1], &g.q[i]), b = between(&g.q[i], &g.q[i + 1]);
	g.next[i].rho = g.q[i].rho - dt * (b.rho - a.rho);
	g.next[i].m = g.q[i].m - dt * (b.m - a.m);
	g.next[i].e = g.q[i].e - dt * (b.e - a.e);
}

typedef struct {
	int nx, ny;
	double *f, *g;
#pragma dist array f[nx][ny][Q], g[nx][ny][Q]
#pragma dist distribute [block][*][*] :: f, g
} lattice;
static const int cx[Q] = {0, 1, 0, -1, 0}, cy[Q] = {0, 0, 1, 0, -1};

static void moments(const double *f, double *rho, double *x, double *y)
{
	double r = 0, a = 0, b = 0;
	for (int k = 0; k < Q; k++) r += f[k], a += f[k] * cx[k], b += f[k] * cy[k];
	*rho = r;
	*x = a / r;
	*y = b / r;
}
static double equilibrium(int k, double rho, double x, double y) { return rho / Q * (1 + 3 * (cx[k] * x + cy[k] * y)); }
static void collide(double *f, double omega)
{
	double rho, x, y;
	moments(f, &rho, &x, &y);
	for (int k = 0; k < Q; k++) f[k] += omega * (equilibrium(k, rho, x, y) - f[k]);
}
static double *node(double *f, const lattice *l, int i, int j) { return f + ((size_t)i * l->ny + j) * Q; }
static void stream(lattice *l)
{
	for (int i = 1; i < l->nx - 1; i++)
		for (int j = 1; j < l->ny - 1; j++) {
			double *to = node(l->g, l, i, j);
			to[0] = node(l->f, l, i, j)[0];
			to[1] = node(l->f, l, i - 1, j)[1];
			to[2] = node(l->f, l, i, j - 1)[2];
			to[3] = node(l->f, l, i + 1, j)[3];
			to[4] = node(l->f, l, i, j + 1)[4];
		}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3, high = 0;
	tube g = {100, NULL, NULL};
	g.q = malloc(sizeof *g.q * g.n);
	g.next = malloc(sizeof *g.next * g.n);
	lattice *l = malloc(sizeof *l);
	l->nx = 24, l->ny = 20;
	l->f = malloc(sizeof(double) * l->nx * l->ny * Q);
	l->g = malloc(sizeof(double) * l->nx * l->ny * Q);
	for (int i = 0; i < l->nx; i++)
		for (int j = 0; j < l->ny; j++)
			for (int k = 0; k < Q; k++)
				node(l->f, l, i, j)[k] = node(l->g, l, i, j)[k] = equilibrium(k, 1 + 0.01 * (i * j % 5), 0.02 * (j % 3), 0.01 * (i % 2));
	for (int i = 0; i < g.n; i++) {
		state s = {i < g.n / 2 ? 1 : 0.125, 0, i < g.n / 2 ? 2.5 : 0.25};
		g.q[i] = g.next[i] = s;
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j][0] = 1 + 0.1 * ((i + j) % 3), u[i][j][1] = 0.1 * (i % 2), u[i][j][2] = 0, u[i][j][3] = 2.5 + (i < N / 2);
	double fastest = 0, slopes = 0, speed, sign;
	for (int s = 0; s < steps; s++) {
		fastest = slopes = 0, high = 0;
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) {
				double c;
				prs[i][j] = eos(u[i][j], &c) + eos(u[i][j], NULL);
				if (c > fastest) fastest = c;
				if (first_above(u[i][j], 2) == 3 && eos(u[i][j], &c) > 1) high++;
				double p = eos(u[i][j], &speed);
				if (speed > p)
					sign = 1;
				else if (p > 2)
					sign = 2;
				else
					sign = -1;
				slopes += sign * speed;
			}
		for (int i = 1; i < N; i++)
			for (int j = 0; j < N; j++) flux(u[i - 1][j], u[i][j], f[i][j]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < N; j++) {
				for (int k = 0; k < 4; k++) u[i][j][k] -= 0.1 / fastest * (f[i + 1][j][k] - f[i][j][k]);
				slopes += slope(prs, i, j);
			}
		for (int i = 1; i < g.n - 1; i++) update(g, i, 0.1);
		state *t = g.q;
		g.q = g.next, g.next = t;
		for (int i = 0; i < l->nx; i++)
			for (int j = 0; j < l->ny; j++) collide(node(l->f, l, i, j), 1.2);
		stream(l);
		double *swap = l->f;
		l->f = l->g, l->g = swap;
	}
	double s = 0, p = 0, m = 0, e = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) s += u[i][j][3] + prs[i][j];
	for (int i = 0; i < g.n; i++) {
		p += pressure(&g.q[i]);
		if (pressure(&g.q[i]) > e) e = pressure(&g.q[i]);
	}
	for (int i = 0; i < l->nx; i++)
		for (int j = 0; j < l->ny; j++) {
			double r, x, y;
			moments(node(l->f, l, i, j), &r, &x, &y);
			m += r * (1 + x * x + y * y);
		}
	printf("%.10g %.10g %.10g %d %.10g %.10g %.10g\n", s, fastest, slopes, high, p, e, m);
	return 0;
}
