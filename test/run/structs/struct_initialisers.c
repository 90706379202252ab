// SPDX-License-Identifier: Apache-2.0
// RUN: %compare --flags=-I%hpcc_source/include %s
// MAX-SLOW: 0
//
// Members that receive their memory in an initialiser or a compound literal. A local function ends the program where it gets no
// mapped array.
#include <hpcc/dist.h>
#include <stdio.h>
#include <stdlib.h>

struct grid {
	int n, m;
	double *u;
	float *weight;
#pragma dist align weight[i] with u[i][*]
#pragma dist array weight[n], u[n][m]
#pragma dist distribute u[block][*]
};

#pragma dist local
static int rows(int n, const double *u)
{
	long last = dist_hi(u, 0) < n ? dist_hi(u, 0) : n - 1;
	return (int)(last - dist_lo(u, 0)) + 1;
}

static struct grid make(int n, int m)
{
	return (struct grid){n, m, .weight = calloc(n, sizeof(float)), .u = malloc(n * m * sizeof(double))};
}

static double run(struct grid g)
{
	double sum = 0;
	int owned = 0;
	for (int i = 0; i < g.n; i++)
		for (int j = 0; j < g.m; j++) g.u[i * g.m + j] = i + j;
	for (int i = 0; i < g.n; i++) g.weight[i] += g.u[i * g.m];
	for (int i = 0; i < g.n; i++)
		for (int j = 0; j < g.m; j++) sum += g.u[i * g.m + j] * g.weight[i];
	owned += rows(g.n, g.u);
	free(g.u);
	free(g.weight);
	return sum + owned;
}

int main(void)
{
	for (int n = 1; n < 9; n += 7) {
		struct grid a = {n, 3, malloc(n * 3 * sizeof(double)), calloc(n, sizeof(float))}, c, *p = malloc(sizeof *p);
		const struct grid b = {.u = calloc(n * 2, sizeof(double)), .n = n, .m = 2, .weight = calloc(n, sizeof(float))};
		c = (struct grid){.n = n, .m = 4, .weight = calloc(n, sizeof(float)), .u = malloc(n * 4 * sizeof(double))};
		*p = make(n, 5);
		printf("%g %g %g %g\n", run(a), run(b), run(c), run(*p));
		printf("%g\n", run((struct grid){n, 1, malloc(n * sizeof(double)), calloc(n, sizeof(float))}));
		free(p);
	}
	return 0;
}
