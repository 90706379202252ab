// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 61 7 3
// ARGS: 5 3 2
// ARGS: 1 1 2
// A function gets one of two arrays that lie alike, the one distributed, the other aligned with it, and the interior's
// changes, which are aligned with an offset: all that it does is at home, whichever it is called with.
// PER-STEP: procs=2 from="60 20 2" to="60 20 6" messages=0 bytes=0 collectives=0
// PER-STEP: procs=4 from="60 20 2" to="60 20 6" messages=0 bytes=0 collectives=0
// PER-STEP: procs=7 from="60 20 2" to="60 20 6" messages=0 bytes=0 collectives=0
#include <stdio.h>
#include <stdlib.h>

enum { HALO = 2 };
static int n, m;
static double *state, *next, *change, *mirror;
#pragma dist array state[n + 2 * HALO][m], next[n + 2 * HALO][m], change[n][m], mirror[n + 2 * HALO][m]
#pragma dist distribute state[block][*]
#pragma dist align next[k][i] with state[k][i]
#pragma dist align mirror[k][i] with next[k][i]
#pragma dist align change[k][i] with state[k + 2][i]

static void apply(double *from, double *to, double *change, int grows)
{
	for (int k = 0; k < n; k++)
		for (int i = 0; i < m; i++) {
			if (grows) change[k * m + i] += 1;
			to[(k + HALO) * m + i] = from[(k + HALO) * m + i] + 0.1 * change[k * m + i];
		}
}

int main(int argc, char **argv)
{
	const int steps = atoi(argv[3]);
	n = atoi(argv[1]), m = atoi(argv[2]);
	state = calloc((n + 2 * HALO) * m, sizeof *state);
	next = calloc((n + 2 * HALO) * m, sizeof *next);
	mirror = calloc((n + 2 * HALO) * m, sizeof *mirror);
	change = calloc(n * m, sizeof *change);
	for (int k = 0; k < n; k++)
		for (int i = 0; i < m; i++) change[k * m + i] = k + i;
	for (int t = 0; t < steps; t++) {
		apply(state, next, change, t % 2);
		apply(next, mirror, change, 0);
		apply(mirror, state, change, argc > 4);
	}
	for (int k = 0; k < n + 2 * HALO; k++)
		for (int i = 0; i < m; i++) printf("%g %g\n", state[k * m + i], next[k * m + i]);
	return 0;
}
