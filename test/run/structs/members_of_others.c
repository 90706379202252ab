// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// SOURCES: ../Inputs/members_make.c
// MAX-SLOW: 0
// A directive of one file names members that others use, and a pragma there means nothing to the compiler: the files are translated together
// all the same, and nests see into functions of the other file.
#include "../Inputs/members.h"

#include <stdio.h>

static void step(struct grid *g)
{
	for (int i = 0; i < g->n; i++) steady(&g->flux[i * g->m], &g->u[i * g->m], g->m);
	for (int i = 0; i < g->n; i++)
		for (int j = 0; j < g->m; j++) g->u[i * g->m + j] += 0.25 * g->flux[i * g->m + j];
}

int main(void)
{
	struct grid g;
	make(&g, 17, 9);
	for (int i = 0; i < g.n; i++)
		for (int j = 0; j < g.m; j++) g.u[i * g.m + j] = (i * 7 + j * j) % 11;
	for (int k = 0; k < 5; k++) step(&g);
	for (int i = 0; i < g.n; i += 4) printf("%.12g ", g.u[i * g.m + 3]);
	printf("\n");
	return 0;
}
