// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Effects under conditions that do not change in the nest, alone or beside others: where they do not hold the nest is
// split, where they do all processes run it in its order.
// ARGS: 61 0 3
// ARGS: 9 1 3
// MAX-SLOW: 9
// LOST: "this does not hold" with the effects
// PER-STEP: procs=3 from="90 0 4" to="90 0 14" collectives=0 messages=0
#include <stdio.h>
#include <stdlib.h>

static double x[100], noise;
#pragma dist distribute x[block]
static int verbose;

static void report(int i, double value)
{
	if (i % 4 == 1) printf("at %d: %g\n", i, value);
}

static void step(int n, int debug)
{
	for (int i = 0; i < n; i++) {
		x[i] += i * 0.125;
		if (debug) printf("%d %g\n", i, x[i]);
	}
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), debug = atoi(argv[2]), steps = atoi(argv[3]);
	verbose = debug;
	noise = debug * 0.5;
	srand(3);
	for (int t = 0; t < steps; t++) {
		step(n, debug);
		for (int i = 0; i < n; i++) {
			if (noise > 0 && i % 3 == 0) x[i] += noise * (rand() % 16);
			x[i] *= 0.5;
		}
		for (int i = 0; i < n; i++) {
			x[i] += t;
			if (verbose >= 1 && i > 2)
				report(i, x[i]);
			else
				x[i] += 1;
		}
	}
	for (int i = 0; i < n; i++) printf("%.9g\n", x[i]);
	return 0;
}
