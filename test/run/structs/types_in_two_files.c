// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// SOURCES: ../Inputs/cells.c
//
// Two files without a header: each defines the types that they share, in its own words. They are one type, the files
// are translated together, and the loops of the second one, which has no directive, are split: a message to each
// neighbour for each of the two calls in a step. Apart they would not be linked: a file without a directive does not
// expect structs like `mark` to be mapped.
// ARGS: 10
// PER-STEP: procs=2 from="10" to="20" collectives=0 messages=2
// PER-STEP: procs=4 from="10" to="20" collectives=0 messages=2,4,4,2
// PER-STEP: procs=7 from="10" to="20" collectives=0 messages=2,4,4,4,4,4,2
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, M = 30 };
enum kind { WALL, FLUID = 3 };
typedef struct {
	double re, im;
} cell;
struct mark {
	int kind;
	long at;
};
struct grid {
	int n;
	cell *u;
	enum kind kind;
};

void fill(struct grid *g);
void relax(const struct grid *g, struct grid *h);
void tell(int n, int m, struct mark (*a)[m]);

static struct mark w[N][M];
#pragma dist distribute w[block][*]

static int scale = 4; // and another one there

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 10;
	struct grid g = {N, NULL, FLUID}, h = {N, NULL, WALL};
#pragma dist array g.u[N][M]
#pragma dist distribute g.u[block][*]
#pragma dist array h.u[N][M]
#pragma dist distribute h.u[block][*]
	g.u = malloc(N * M * sizeof *g.u);
	h.u = malloc(N * M * sizeof *h.u);
	fill(&g);
	fill(&h);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) w[i][j].kind = i, w[i][j].at = j + 1;
	for (int t = 0; t < steps; t++) {
		relax(&g, &h);
		g.u[N / 2 * M].im = t;
		relax(&h, &g);
	}
	tell(N, M, w);
	double sum = w[N - 1][2].at;
	for (int i = 0; i < N * M; i++) sum += g.u[i].re * scale;
	printf("%.8g\n", sum);
	free(g.u);
	free(h.u);
	return 0;
}
