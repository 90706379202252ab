// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Directives that name members of objects: of members, of variables, of elements; memory by out-parameters.
#include <stdio.h>
#include <stdlib.h>
#define NMAX 30
typedef struct { double *r, *p; int n; } atoms;
typedef struct { int boxes; atoms *a; double *extra; } sim;
static atoms global;
#pragma dist array global.r[NMAX]
#pragma dist distribute global.r[block]
static int reserve(double **to, size_t n) { *to = malloc(n * sizeof **to); return !!*to; }
static sim *init(int boxes)
{
	sim *s = malloc(sizeof *s);
	s->boxes = boxes;
	s->a = malloc(sizeof(atoms));
	s->a->n = boxes * 4;
#pragma dist array s->a->r[4 * s->boxes], s->extra[boxes][4]
#pragma dist distribute s->a->r[block], s->extra[block][*]
	s->a->r = (double *)malloc(sizeof(double) * 4 * boxes);
	s->a->p = (double *)malloc(sizeof(double) * 4 * boxes);
	if (!reserve(&s->extra, 4 * boxes)) exit(1);
	return s;
}
static double energy(const sim *s)
{
	double e = 0;
	for (int i = 0; i < 4 * s->boxes; i++) e += s->a->r[i] * s->a->p[i];
	for (int i = 0; i < s->boxes; i++)
		for (int k = 0; k < 4; k++) e += s->extra[4 * i + k];
	return e;
}
int main(void)
{
	sim *s = init(11);
	global.r = calloc(NMAX, sizeof *global.r);
	for (int i = 0; i < 44; i++) s->a->r[i] = i, s->a->p[i] = 1. / (i + 1);
	for (int i = 0; i < 44; i++) s->extra[i] = i % 5;
	for (int i = 1; i < 44; i++) s->a->r[i] += s->a->p[i - 1];
	for (int i = 0; i < NMAX; i++) global.r[i] = 2 * i;
	for (int i = 1; i < NMAX - 1; i++) s->extra[i] += global.r[i - 1] + global.r[i + 1];
	printf("%.12g %g\n", energy(s), s->a->r[17]);
	struct { double *v; int n; } local[3], *q = local;
	for (int k = 0; k < 3; k++) {
		int n = 5 * k + 10;
#pragma dist array local[k].v[n][n]
#pragma dist distribute local[k].v[block][block]
		local[k].n = n;
		local[k].v = malloc(n * n * sizeof(double));
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) q[k].v[i * n + j] = i * j + k;
	}
	for (int k = 0; k < 3; k++) {
		double t = 0;
		int n = local[k].n;
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < n - 1; j++) t += local[k].v[i * n + j - 1] * local[k].v[(i + 1) * n + j];
		printf("%g\n", t);
	}
}
