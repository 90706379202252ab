// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Extents of members that are more than sums and products of other members: one struct for lines and planes, an enum
// that says which, rows that are padded. What stands for such an extent at a nest's entry names the object's members.
// ARGS: 20 10
// ARGS: 3 1
// PER-STEP: procs=3 from="23 10 4" to="23 10 14" messages=1,1,0 bytes=96,96,0 collectives=0
#include <stdio.h>
#include <stdlib.h>

enum kind { LINE, PLANE };

static int round_up(int m) { return (m + 3) & ~3; }

struct field {
	int n, m, pad;
	enum kind kind;
	double *u, *v;
#pragma dist array u[n][kind == LINE ? 1 : m / pad *pad], v[n][kind == LINE ? -(-1) : (int)round_up(m)]
#pragma dist distribute u[block][*]
#pragma dist align v[i][j] with u[i][*]
};

static void make(struct field *f, enum kind kind, int n, int m)
{
	f->kind = kind;
	f->n = n;
	f->pad = 4;
	f->m = kind == LINE ? 1 : round_up(m);
	f->u = calloc((size_t)n * f->m, sizeof *f->u);
	f->v = calloc((size_t)n * f->m, sizeof *f->v);
}

static void step(struct field *f)
{
	for (int i = 1; i < f->n; i++)
		for (int j = 0; j < f->m; j++)
			f->v[i * f->m + j] = .5 * (f->u[i * f->m + j] + f->u[(i - 1) * f->m + j]);
	for (int i = 1; i < f->n; i++)
		for (int j = 0; j < f->m; j++) f->u[i * f->m + j] = .75 * f->v[i * f->m + j];
}

static double sum(const struct field *f)
{
	double s = 0;
	for (int i = 0; i < f->n; i++)
		for (int j = 0; j < f->m; j++) s += f->u[i * f->m + j] + f->v[i * f->m + j];
	return s;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), steps = argc > 3 ? atoi(argv[3]) : 3;
	struct field plane, line;
	make(&plane, PLANE, n, m);
	make(&line, LINE, n + 2, m);
	for (int i = 0; i < plane.n; i++)
		for (int j = 0; j < plane.m; j++) plane.u[i * plane.m + j] = i * 3 + j;
	for (int i = 0; i < line.n; i++) line.u[i] = i;
	for (int t = 0; t < steps; t++) step(&plane);
	step(&line);
	printf("%g %g %g\n", sum(&plane), sum(&line), plane.u[(n / 2) * plane.m]);
	return 0;
}
