// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Other mappings of members, of all objects or of one, of templates, and of arrays behind pointers to rows; what is aligned with them follows.
// ARGS: 24
// ARGS: 3
// MAX-SLOW: 0
#include <stdio.h>
#include <stdlib.h>

struct grid {
	int n;
	double *u, *v;
#pragma dist array u[n][n], v[n][n]
#pragma dist distribute u[block][*]
#pragma dist align v[i][j] with u[i][j]
#pragma dist dynamic u
#pragma dist range u[block][*], [*][block]
};

struct data {
	double *p, *q;
};

static int n;
static double **rows;
#pragma dist array rows[n][n]
#pragma dist distribute rows[block][*]
#pragma dist dynamic rows

#pragma dist template T[n][n]
#pragma dist distribute T[block][*]
#pragma dist dynamic T
#pragma dist range T[block][*], [*][block]
static double *a, *b;
#pragma dist array a[n][n], b[n][n]
#pragma dist align a[i][j] with T[i][j]
#pragma dist align b[i][j] with T[i][j]

static void down(struct grid *g)
{
	for (int i = 1; i < g->n; i++)
		for (int j = 0; j < g->n; j++) g->u[i * g->n + j] += 0.5 * g->u[(i - 1) * g->n + j] + g->v[i * g->n + j];
}

static void across(struct grid *g)
{
	for (int i = 0; i < g->n; i++)
		for (int j = 1; j < g->n; j++) g->u[i * g->n + j] += 0.5 * g->u[i * g->n + j - 1] - g->v[i * g->n + j];
}

static double members(void)
{
	struct grid g = {n, malloc(n * n * sizeof(double)), NULL};
	g.v = malloc(n * n * sizeof(double));
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) g.u[i * n + j] = i + j, g.v[i * n + j] = i - j;
	for (int t = 0; t < 2; t++) {
		across(&g);
#pragma dist redistribute g.u[*][block]
		down(&g);
#pragma dist redistribute g.u[block][*]
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += g.u[i * n + j] * (i + 1);
	free(g.u);
	free(g.v);
	return sum;
}

static double one_object(struct data *d)
{
#pragma dist array d->p[n][n], d->q[n]
#pragma dist distribute d->p[block][*]
#pragma dist align d->q[i] with d->p[i][0]
#pragma dist dynamic d->p, d->q
	d->p = malloc(n * n * sizeof(double));
	d->q = malloc(n * sizeof(double));
	double sum = 0;
	for (int i = 0; i < n; i++) {
		d->q[i] = i;
		for (int j = 0; j < n; j++) d->p[i * n + j] = i - j;
	}
#pragma dist redistribute d->p[*][block]
#pragma dist realign d->q[j] with d->p[0][j]
	for (int i = 1; i < n; i++)
		for (int j = 0; j < n; j++) d->p[i * n + j] += d->p[(i - 1) * n + j] * d->q[j];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += d->p[i * n + j] * (j + 1);
	free(d->p);
	free(d->q);
	return sum;
}

static double of_template(void)
{
	double sum = 0;
	a = malloc(n * n * sizeof *a);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) a[i * n + j] = i * j;
#pragma dist redistribute T[*][block]
	b = malloc(n * n * sizeof *b);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) b[i * n + j] = a[i * n + j] + 1;
	for (int i = 1; i < n; i++)
		for (int j = 0; j < n; j++) a[i * n + j] += 0.5 * a[(i - 1) * n + j] + b[i * n + j];
#pragma dist redistribute T[block][*]
	for (int i = 0; i < n; i++)
		for (int j = 1; j < n; j++) a[i * n + j] += 0.5 * a[i * n + j - 1] + b[i * n + j];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += a[i * n + j] * (i + 1);
	free(a);
	free(b);
	return sum;
}

static double local_template(int m, int times)
{
#pragma dist template L[m]
#pragma dist distribute L[block]
#pragma dist dynamic L
	double x[m], y[m], sum = 0;
#pragma dist align x[i] with L[i]
#pragma dist align y[i] with L[i]
	int w[16] = {m};
	for (int i = 0; i < m; i++) x[i] = y[i] = i;
#pragma dist redistribute L[gen_block(w)]
	for (int i = 1; i < m; i++) x[i] += y[i - 1];
	for (int i = 0; i < m; i++) sum += x[i] * y[i];
	return times > 0 ? sum + local_template(m + 1, times - 1) : sum;
}

static double behind_rows(void)
{
	double sum = 0;
	rows = malloc(n * sizeof *rows);
	for (int i = 0; i < n; i++) rows[i] = malloc(n * sizeof **rows);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) rows[i][j] = i + 2 * j;
	for (int t = 0; t < 2; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 1; j < n; j++) rows[i][j] += 0.5 * rows[i][j - 1];
#pragma dist redistribute rows[*][block]
		for (int i = 1; i < n; i++)
			for (int j = 0; j < n; j++) rows[i][j] += 0.5 * rows[i - 1][j];
#pragma dist redistribute rows[block][*]
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += rows[i][j] * (i + 1);
	for (int i = 0; i < n; i++) free(rows[i]);
	free(rows);
	return sum;
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 10;
	struct data d;
	printf("%.12g\n", members());
	printf("%.12g\n", one_object(&d));
	printf("%.12g %.12g\n", of_template(), of_template());
	printf("%.12g\n", local_template(n, 2));
	printf("%.12g\n", behind_rows());
	return 0;
}
