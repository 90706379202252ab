// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %count 0
// BY-ALL: 100 "printf("%s %d %g\n", what, (int)(p - a), *p);": elements are read one by one
// ARGS: 60
// ARGS: 3
// ARGS: 1
// ARGS: 0
// FLAGS: -lm
// MAX-SLOW: 0
// Places that loops note by pointer: extrema, compared with what the pointer leads to, and the last or first ones of a kind.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 60
static double a[N], u[N][N];
#pragma dist distribute a[block]
#pragma dist distribute u[block][*]
typedef struct {
	double w, x[2];
	int tag;
} cell;
static cell cells[N];
#pragma dist align cells[i] with a[i]
struct grid {
	int n;
	cell *c;
	struct { double *v; } in;
#pragma dist array c[n], in.v[n]
#pragma dist distribute [block] :: c, in.v
};

static void where(const char *what, const double *p)
{
	if (p)
		printf("%s %d %g\n", what, (int)(p - a), *p);
	else
		printf("%s none\n", what);
}

static cell *heaviest(struct grid *g)
{
	cell *best = g->c;
	for (int i = 1; i < g->n; i++)
		if (g->c[i].w > best->w) best = &g->c[i];
	return best;
}

static void plain(int n)
{
	double *best = &a[0], *last = NULL, *high = a + n / 2, *low = NULL, *kept = NULL, *far = NULL;
	for (int i = 1; i < n; i++)
		if (a[i] > *best) best = &a[i];
	where("best", best);
	for (int i = 0; i < n; i++)
		if (a[i] > 5) last = &a[i];
	where("last", last);
	for (int i = n - 1; i >= 0; i--) {
		if (fabs(a[i]) >= fabs(*high)) high = a + i;
		if (!low || *low > a[i]) {
			low = &a[i];
		}
	}
	where("high", high), where("low", low);
	double most = -1;
	int n_kept = 0;
	for (int i = 0; i < n; i++) {
		if (a[i] > most) {
			most = a[i];
			kept = &a[i];
		}
		n_kept += a[i] > 3;
	}
	where("kept", kept);
	for (int i = 0; i < n; i++)
		if (a[i] == 4) {
			far = a + i;
			break;
		}
	where("far", far);
	printf("%d\n", n_kept);
}

static void in_structs(int n)
{
	cell *light = NULL, *tagged = NULL;
	int at = -1;
	for (int i = 0; i < n; i++)
		if (light == NULL || cells[i].w < light->w) light = &cells[i], at = i;
	if (light) printf("light %d %d %g\n", light->tag, at, light->x[0]);
	double *y = NULL;
	for (int i = 0; i < n; i++)
		if (cells[i].tag % 7 == 2) {
			tagged = cells + i;
			y = &cells[i].x[i % 2];
		}
	if (tagged) printf("tagged %d %g\n", tagged->tag, *y);
	if (tagged) tagged->w = *y = 2; /* and written through */
}

static void in_rows(int n)
{
	double *p = n ? &u[0][0] : NULL, *q = NULL;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			if (u[i][j] < *p) p = &u[i][j];
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < n; i++)
			for (int j = i; j < n; j++)
				if (u[i][j] == t + 4) q = u[i] + j;
		if (q) *q += t;
	}
	if (p) printf("%d %g\n", (int)(p - u[0]), *p);
	if (q) printf("%d %g\n", (int)(q - u[0]), *q);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N;
	struct grid g;
	g.n = n ? n : 1;
	g.c = calloc(n + 1, sizeof(cell));
	g.in.v = calloc(n + 1, sizeof(double));
	for (int how = 0; how < 3; how++) {
		for (int i = 0; i < n; i++) {
			a[i] = (i * 37 + how) % 11 - 5;
			if (how == 2 && i % 5 == 0) a[i] = i ? NAN : 3;
			cells[i] = (cell){(i * 5 + how) % 9, {i, -i}, i};
			for (int j = 0; j < n; j++) u[i][j] = (i * 3 + j * 7 + how) % 23;
		}
		for (int i = 0; i < n; i++) g.c[i] = cells[i];
		for (int i = 0; i < n; i++) g.in.v[i] = (i * 7 + how) % 13;
		plain(n), in_structs(n), in_rows(n);
		if (n) printf("%d\n", heaviest(&g)->tag);
		double *v = NULL;
		for (int i = 0; i < n; i++)
			if (!v || g.in.v[i] > *v) v = &g.in.v[i];
		if (v) printf("%d\n", (int)(v - g.in.v));
		double s = 0;
		for (int i = 0; i < n; i++) s += cells[i].w * i + cells[i].x[0] + cells[i].x[1];
		printf("%g\n", s);
	}
	free(g.c), free(g.in.v);
	return 0;
}
