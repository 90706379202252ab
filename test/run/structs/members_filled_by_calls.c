// SPDX-License-Identifier: Apache-2.0
// RUN: %compare --flags=-I%hpcc_source/include %s
// ARGS: 13 3
// ARGS: 3 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="40 10" to="40 20" messages=7,6 bytes=2240,1920 collectives=0
// PER-STEP: procs=4 from="40 10" to="40 20" messages=7,13,13,6 bytes=2240,4160,4160,1920 collectives=0
// PER-STEP: procs=7 from="42 10" to="42 20" messages=7,13,13,13,13,13,6 collectives=0
//
// Members of one object that a directive names; their memory comes in a function, in an initialiser or in a struct that is returned.
#include <hpcc/dist.h>
#include <stdio.h>
#include <stdlib.h>

enum { M = 40 };

struct grid {
	int n, m;
	double *v;
};

struct shaped {
	int n, m;
	double *v;
#pragma dist array v[n][m]
};

struct solver {
	struct grid coarse, fine;
};

struct levels {
	int n;
	double *v[3];
};

static void init(struct grid *g, int n, int m)
{
	g->v = malloc(sizeof(double) * n * m);
	g->n = n;
	g->m = m;
}

static struct grid make(int n, int m)
{
	struct grid g = {n, m, calloc(n * m, sizeof(double))};
	return g;
}

static struct grid *new_grid(int n, int m)
{
	struct grid *g = malloc(sizeof *g);
	init(g, n, m);
	return g;
}

static void init_shaped(struct shaped *s, int n, int m)
{
	s->n = n, s->m = m;
	s->v = malloc(sizeof(double) * n * m);
}

static void init_solver(struct solver *s, int n, int m)
{
	init(&s->coarse, n, m);
	init(&s->fine, n, m);
}

static void init_levels(struct levels *l, int n)
{
	l->n = n;
	for (int k = 0; k < 3; k++) l->v[k] = malloc(sizeof(double) * n * M);
}

static void start(double *v, int n, int m, int by)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) v[i * m + j] = (i * by + j) % 23;
}

static void step(const double *from, double *to, int n, int m)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < m; j++) to[i * m + j] = .5 * (from[(i - 1) * m + j] + from[(i + 1) * m + j]);
}

static struct grid global;
static struct shaped kept;
#pragma dist array global.v[global.n][global.m]
#pragma dist distribute global.v[block][*], kept.v[block][*]

static void unmapped(const void *p, const char *name)
{
	char text[100];
	if (dist_nprocs() > 1 && dist_mapping(p, text, sizeof text) == 0) printf("%s is not mapped\n", name);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 1;
	struct grid made = make(n, M), a, *p = new_grid(n, M), later;
#pragma dist array made.v[n][M], a.v[a.n][a.m], p->v[p->n][p->m], later.v[n][M]
#pragma dist distribute made.v[block][*], p->v[block][*], later.v[block][*]
#pragma dist align a.v[i][j] with made.v[i][j]
	struct solver s;
	init_solver(&s, n, M);
#pragma dist array s.coarse.v[n][M], s.fine.v[s.fine.n][s.fine.m]
#pragma dist distribute s.coarse.v[block][*], s.fine.v[block][*]
	struct levels l;
#pragma dist array l.v[k][n][M] : k = 0..2
#pragma dist distribute l.v[block][*]
	double sum = 0;
	init(&a, n, M);
	later = make(n, M);
	init(&global, n, M);
	init_shaped(&kept, n, M);
	init_levels(&l, n);
	unmapped(made.v, "made"), unmapped(a.v, "a"), unmapped(p->v, "p"), unmapped(later.v, "later");
	unmapped(s.coarse.v, "coarse"), unmapped(s.fine.v, "fine"), unmapped(global.v, "global");
	unmapped(kept.v, "kept"), unmapped(l.v[0], "l.v[0]"), unmapped(l.v[2], "l.v[2]");
	start(made.v, n, M, 1), start(p->v, n, M, 2), start(s.coarse.v, n, M, 3), start(global.v, n, M, 4);
	start(l.v[0], n, M, 5), start(kept.v, n, M, 6);
	start(a.v, n, M, 7), start(later.v, n, M, 8), start(s.fine.v, n, M, 9);
	start(l.v[1], n, M, 10), start(l.v[2], n, M, 11);
	for (int t = 0; t < steps; t++) {
		step(made.v, a.v, n, M);
		step(a.v, later.v, n, M);
		step(p->v, made.v, n, M);
		step(s.coarse.v, s.fine.v, n, M);
		step(s.fine.v, p->v, n, M);
		step(l.v[0], l.v[1], n, M);
		for (int i = 1; i < n - 1; i++)
			for (int j = 0; j < M; j++)
				l.v[0][i * M + j] = l.v[1][i * M + j], s.coarse.v[i * M + j] = .5 * global.v[(i - 1) * M + j] + kept.v[i * M + j];
		for (int i = 1; i < n - 1; i++)
			for (int j = 0; j < M; j++) global.v[i * M + j] = l.v[0][i * M + j] * .5 + later.v[i * M + j];
	}
	for (int i = 0; i < n * M; i++) sum += (int)(64 * (made.v[i] + a.v[i] + p->v[i] + s.fine.v[i] + l.v[1][i]));
	printf("%.0f\n", sum);
	return 0;
}
