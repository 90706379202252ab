// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// PER-STEP: procs=4 from="20" to="30" collectives=0
//
// Times that are only printed cost nothing, however often they are taken.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double u[64], v[64];
#pragma dist distribute [block] :: u, v

// Extents in a struct's definition are of no object.
typedef struct {
	int n, m;
	double *v;
#pragma dist array v[n][m]
#pragma dist distribute v[block][*]
} grid;

static double total, least = 1e30;

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 10;
	grid g = {.n = 16, .m = 4};
	g.v = calloc(64, sizeof *g.v);
	for (int i = 0; i < 64; i++) u[i] = i * i % 17;
	for (int t = 0; t < steps; t++) {
		double begin = seconds();
		for (int i = 1; i < 63; i++) v[i] = u[i - 1] + u[i + 1];
		for (int i = 1; i < 63; i++) u[i] = v[i] > 100 ? v[i] / 2 : v[i];
		double taken = seconds() - begin;
		if (taken < least) least = taken;
		total += taken;
	}
	fprintf(stderr, "%g of %g seconds\n", least, total);
	for (int i = 0; i < 16; i++) g.v[i * 4] = u[i];
	printf("%g %g %g\n", u[5], u[40], g.v[20]);
	free(g.v);
	return 0;
}
