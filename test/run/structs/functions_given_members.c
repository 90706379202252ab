// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 30 41
// ARGS: 5 9
// RESIDENT: procs=4 args="1300 1300" below_mb=30
// Functions for one element or one row of arrays that are members or variables of the file: what they say is written
// in the place of the call with the path that the call gives, where nothing in it changes what that leads to. A number
// that a call takes from an element is the one before the call, whatever the function sets.
#include <stdio.h>
#include <stdlib.h>

struct grid {
	int n, m;
	double *u, *v;
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute [*][block] :: u, v
};

static int rows, columns;
static double *w;
#pragma dist array w[rows][columns]
#pragma dist distribute w[*][block]

enum { N = 12, M = 20, L = 24 };
static int table[N][M];
#pragma dist distribute table[*][block]

static double levels[2][L][L];
#pragma dist distribute levels[*][*][block]

static double cell(double *a, int m, int i, int j)
{
	return .25 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
}

static void line(const double *a, double *b, int m, int i)
{
	for (int j = 0; j < m; j++) b[i * m + j] = .5 * a[i * m + j] + .125 * j;
}

static void smooth(double a[L][L], double b[L][L], int i)
{
	for (int j = 1; j < L - 1; j++) b[i][j] = .5 * (a[i - 1][j] + a[i][j + 1]);
}

static void add_to(int *row, int more)
{
	for (int j = 0; j < M; j++) row[j] = row[j] + more + j;
}

static void step(struct grid *g)
{
	for (int i = 1; i < g->n - 1; i++)
		for (int j = 1; j < g->m - 1; j++) g->v[i * g->m + j] = cell(g->u, g->m, i, j);
	for (int i = 1; i < rows - 1; i++)
		for (int j = 1; j < columns - 1; j++) g->u[i * columns + j] = cell(w, columns, i, j);
	for (int i = 0; i < g->n; i++) line(g->v, w, columns, i);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 30, m = argc > 2 ? atoi(argv[2]) : 41;
	struct grid *g = malloc(sizeof *g);
	rows = g->n = n;
	columns = g->m = m;
	g->u = malloc(n * m * sizeof(double));
	g->v = malloc(n * m * sizeof(double));
	w = malloc(n * m * sizeof(double));
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			g->u[i * m + j] = (i * 5 + j * 3) % 7, g->v[i * m + j] = 0, w[i * m + j] = (i + j) % 3;
	for (int t = 0; t < 3; t++) step(g);
	if (n > 1000) return 0;
	double total = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) total += (g->u[i * m + j] + 2 * g->v[i * m + j] + w[i * m + j]) * (i + 1);
	printf("%.10g\n", total);
	for (int i = 0; i < L; i++)
		for (int j = 0; j < L; j++) levels[0][i][j] = levels[1][i][j] = i * j % 7;
	for (int t = 0; t < 4; t++)
		for (int i = 1; i < L - 1; i++) smooth(levels[t % 2], levels[1 - t % 2], i);
	for (int i = 0; i < L; i++) printf("%g ", levels[0][i][L / 2]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) table[i][j] = i + j + 2;
	for (int i = 0; i < N; i++) add_to(table[i], table[i][0]);
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) printf("%d ", table[i][j]);
		printf("\n");
	}
	return 0;
}
