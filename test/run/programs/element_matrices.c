// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
//
// Elements that hold arrays of several dimensions: their parts are parts of the element, however many subscripts lead there.
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 23 };
typedef struct {
	float complex c[3][3];
} su3;
typedef struct {
	double stress[2][2], history[2][3][2];
	struct {
		int id[2][2];
	} tag[2];
} cell;
static su3 link[N][2];
static cell *cells;
static double trace[N];
#pragma dist array cells[N]
#pragma dist distribute [block] :: cells, trace
#pragma dist distribute link[block][*]

static su3 times(const su3 *a, const su3 *b)
{
	su3 r = {{{0}}};
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			for (int k = 0; k < 3; k++) r.c[i][j] += a->c[i][k] * b->c[k][j];
	return r;
}

static void set(cell *c, int i)
{
	for (int a = 0; a < 2; a++)
		for (int b = 0; b < 2; b++) {
			c->stress[a][b] = i + a - b;
			c->tag[a].id[b][a] = c->tag[a].id[1 - b][1 - a] = i * a + b;
			for (int k = 0; k < 3; k++) c->history[a][k][b] = a * k + b;
		}
}

int main(void)
{
	cells = malloc(N * sizeof *cells);
	for (int i = 0; i < N; i++) set(&cells[i], i);
	for (int i = 0; i < N; i++)
		for (int d = 0; d < 2; d++)
			for (int a = 0; a < 3; a++)
				for (int b = 0; b < 3; b++) link[i][d].c[a][b] = (a == (b + d) % 3) * (1 + i % 2 * I);
	for (int i = 0; i < N; i++) trace[i] = cells[i].stress[0][0] + cells[i].stress[1][1];
	for (int i = 1; i < N; i++) cells[i].history[0][1][1] = trace[i - 1] * cells[i].tag[1].id[0][1];
	for (int i = 0; i + 1 < N; i++) {
		su3 t = times(&link[i][0], &link[i + 1][1]);
		trace[i] += crealf(t.c[0][0]) + cimagf(t.c[1][0]);
	}
	int colour = 0;
	double sum = 0;
	for (int i = 0; i < N; i++) {
		sum += cells[i].stress[0][1] + cells[i].history[0][1][1];
		colour ^= cells[i].tag[0].id[1][0] << cells[i].tag[1].id[0][0] % 5;
	}
	printf("%g %d %g %g\n", sum, colour, cells[7].history[1][2][1], crealf(link[5][1].c[2][1]));
	for (int i = 0; i < N; i++) printf("%g ", trace[i]);
	printf("\n");
	free(cells);
	return 0;
}
