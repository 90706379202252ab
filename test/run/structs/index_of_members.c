// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Functions that compute an index of what they are given the address, or a copy, of: idx(g, i, j). They call one another, have assertions, and their
// arguments may be such calls. Six dimensions, whose strides are products of as many values.
// MAX-SLOW: 0
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	int n, m;
	double *u, *v;
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute [block][*] :: u, v
} grid;

typedef struct {
	int x, y, z, groups, moments;
} sizes;

static inline int columns(const grid *g) { return g->m; }
static inline int first_row(const grid *g) { return g->n - g->n + 1; }

static inline int idx(const grid *g, int i, int j)
{
	assert(i >= 0 && i < g->n);
	assert(j >= 0 && j < columns(g));
	const int row = i * columns(g);
	return row + j;
}

static void smooth(grid *g)
{
	for (int i = first_row(g); i < g->n - 1; i++)
		for (int j = 1; j < g->m - 1; j++)
			g->v[idx(g, i, j)] = 0.25 * (g->u[idx(g, i - 1, j)] + g->u[idx(g, i + 1, j)] +
			                                    g->u[idx(g, i, j - 1)] + g->u[idx(g, i, j + 1)]);
}

// What is called changes its copy: nothing is known of it.
static int changed(sizes s, int i)
{
	s.x += i;
	return s.x;
}

static inline size_t place(const sizes s, int unknowns, int x, int y, int z, int g, int m, int u)
{
	assert(u >= 0 && u < unknowns);
	return m + s.moments * (u + unknowns * (x + s.x * (y + s.y * (g + s.groups * (z + s.z * (0))))));
}

static inline double *at(double *const restrict v, const sizes s, int unknowns, int x, int y, int z, int g, int m, int u)
{
	return &v[place(s, unknowns, x, y, z, g, m, u)];
}

static void fill(double *const restrict v, const sizes s, int unknowns)
{
	int x = 0, y = 0, z = 0, g = 0, m = 0, u = 0;
	for (z = 0; z < s.z; ++z)
		for (y = 0; y < s.y; ++y)
			for (x = 0; x < s.x; ++x)
				for (g = 0; g < s.groups; ++g)
					for (m = 0; m < s.moments; ++m)
						for (u = 0; u < unknowns; ++u)
							*at(v, s, unknowns, x, y, z, g, m, u) = 10 * m + u + x * z - g;
}

static inline double *face_at(double *v, sizes s, int kinds, int x, int y, int g, int kind)
{
	assert(kind < kinds);
	return &v[x + s.x * (y + s.y * (g + s.groups * kind))];
}

// Looked into: what it is given a copy of stays what it is.
static inline void relax(double *v, double *face, int x, int y, int z, int g, int m, int u, const sizes s, const sizes all)
{
	if (x < s.x) {
		const double r = *at(v, all, 4, x, y, z, g, m, u) + *face_at(face, s, 1, x, y, g, 0) * 0.5;
		*face_at(face, s, 1, x, y, g, 0) = r + 1;
	}
}

static double sweep(double *v, double *face, const sizes s, const grid *g)
{
	double sum = 0;
	for (int e = 0; e < s.groups; e++)
		for (int z = 0; z < s.z; z++)
			for (int y = 0; y < s.y; y++)
				for (int x = 0; x < s.x; x++)
					for (int m = 0; m < s.moments; m++)
						for (int u = 0; u < 4; u++) {
							relax(v, face, x, y, z, e, m, u, s, s);
							*face_at(face, s, first_row(g), x, y, e, 0) += m * u;
							sum += changed(s, x);
						}
	return sum;
}

int main(void)
{
	grid g = {21, 13, NULL, NULL};
	g.u = malloc(sizeof *g.u * g.n * g.m);
	g.v = calloc(g.n * g.m, sizeof *g.v);
	const sizes s = {3, 4, 5, 9, 4};
	double *v, *face;
#pragma dist array v[s.z][s.groups][s.y][s.x][4][s.moments], face[s.groups][s.y][s.x]
#pragma dist distribute v[*][block][*][*][*][*]
#pragma dist distribute face[block][*][*]
	v = malloc(sizeof *v * s.x * s.y * s.z * s.groups * s.moments * 4);
	face = calloc(s.x * s.y * s.groups, sizeof *face);
	if (!g.u || !g.v || !v || !face) return 1;
	for (int i = 0; i < g.n; i++)
		for (int j = 0; j < g.m; j++) g.u[idx(&g, i, j)] = i * j % 7;
	smooth(&g);
	fill(v, s, 4);
	double sum = sweep(v, face, s, &g);
	printf("%g\n", sum);
	for (int i = 0; i < g.n; i++)
		for (int j = 0; j < g.m; j++) printf("%g%c", g.v[idx(&g, i, j)], j == g.m - 1 ? '\n' : ' ');
	for (int k = 0; k < s.x * s.y * s.z * s.groups * s.moments * 4; k++)
		printf("%g%c", v[k], k % 48 == 47 ? '\n' : ' ');
	for (int k = 0; k < s.x * s.y * s.groups; k++) printf("%g%c", face[k], k % 12 == 11 ? '\n' : ' ');
	free(g.u);
	free(g.v);
	free(v);
	free(face);
	return 0;
}
