// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Sums for each column of an array that is split in both dimensions, in a function that knows nothing of that: one
// operation makes all of them. A split that none of the arrays has which it may get is not tried.
// ARGS: 61 43 3
// ARGS: 2 5 3
// PER-STEP: procs=2 from="190 80 4" to="190 80 14" collectives=2 messages=0
// PER-STEP: procs=4 from="190 80 4" to="190 80 14" collectives=2 messages=0
// PER-STEP: procs=7 from="190 80 4" to="190 80 14" collectives=2 messages=0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double largest(int n, int m, double (*a)[m])
{
	double most = 0, sum;
	for (int j = 0; j < m; j++) {
		sum = 0;
		for (int i = 0; i < n; i++) sum += fabs(a[i][j]);
		most = sum > most ? sum : most;
	}
	return most;
}

struct grid {
	int n, m;
	double *u;
#pragma dist array u[n][m]
#pragma dist distribute u[block][block]
};

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), steps = atoi(argv[3]);
	double (*a)[m] = malloc(sizeof *a * (size_t)n), all = 0;
	struct grid object = {n, m, malloc(sizeof(double) * (size_t)n * (size_t)m)}, *g = &object;
#pragma dist distribute a[block][block]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			a[i][j] = (i * 7 + j * 13) % 31 - 15;
			g->u[i * g->m + j] = (i * 5 + j * 11) % 23 - 11;
		}
	for (int t = 0; t < steps; t++) {
		all += largest(n, m, a) * (t + 1);
		double most = 0;
		for (int j = 0; j < g->m; j++) {
			double sum = 0;
			for (int i = 0; i < g->n; i++) sum += fabs(g->u[i * g->m + j]);
			if (sum > most) most = sum;
		}
		all += most;
	}
	printf("%.17g\n", all);
	return 0;
}
