// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Everything of a simulation in one global object: one member is summed, and others say where tables are. Those stay as
// they are; members of a union are one place.
// ARGS: 64
// ARGS: 5
// PER-STEP: procs=3 from="64 4" to="64 14" messages=0 collectives=0
#include <stdio.h>
#include <stdlib.h>

struct tables {
	int *lookup, kinds;
	double *values;
};
static struct {
	int n;
	double total, *weights;
	struct tables in;
} all;
static union {
	long sum, limit;
} one;
static double a[64];
#pragma dist distribute a[block]

int main(int argc, char **argv)
{
	int steps = argc > 2 ? atoi(argv[2]) : 3;
	all.n = atoi(argv[1]), all.in.kinds = 4;
	all.weights = malloc(all.n * sizeof *all.weights);
	all.in.lookup = malloc(4 * sizeof(int)), all.in.values = malloc(4 * sizeof(double));
	for (int i = 0; i < all.n; i++) a[i] = i % 7;
	for (int i = 0; i < all.n; i++) all.weights[i] = i % 5 * .5;
	for (int k = 0; k < 4; k++) all.in.lookup[k] = 3 - k, all.in.values[k] = k + .25;
	for (int t = 0; t < steps; t++)
		for (int i = 0; i < all.n; i++)
			all.total += a[i] * all.weights[i] * all.in.values[all.in.lookup[i % all.in.kinds]];
	one.sum = 0;
	for (int i = 0; i < all.n && i <= one.limit; i++) one.sum += i + 1;
	printf("%g %ld\n", all.total, one.sum);
	return argc < 0;
}
