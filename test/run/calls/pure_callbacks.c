// Functions that other files hand over are called in nests: pointers that are marked.
// RUN: %compare %s
// FLAGS: -lm
// SOURCES: ../Inputs/callbacks.c
// ARGS: 2
// MAX-SLOW: 0
// PER-STEP: procs=4 from="2" to="4" messages=0,1,1,1 bytes=0,328,328,328 collectives=0
#include "../Inputs/callbacks.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double u[N][N];

static double product(double x, double y) { return x * y; }
static double damped(double x, double y) { return 0.5 * sin(x) + y; }

int main(int argc, char **argv)
{
	const int steps = argc > 1 ? atoi(argv[1]) : 1;
	struct problem p = {0.125, damped};
	fill(steps > 100 ? damped : product);
	for (int t = 0; t < steps; t++) add(&p);
	for (int i = 0; i < N; i++) printf("%.17g ", u[i][(7 * i) % N]);
	printf("\n");
	return 0;
}
