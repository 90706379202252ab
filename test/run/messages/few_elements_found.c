// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// PER-STEP: procs=2 from="2" to="4" messages=0,0 collectives=5
// PER-STEP: procs=4 from="2" to="4" messages=0,0,0,0 collectives=5
// RESIDENT: procs=4 args="4" below_mb=32
//
// A few elements that only the run finds, five of four million: each comes from its owner, and the array (32 MB) stays
// where it is. No loss to warn of.
#include <stdio.h>
#include <stdlib.h>

enum { PROBES = 5 };

static double *key;
static int n = 4000000, place[PROBES];
#pragma dist array key[n]
#pragma dist distribute key[block]

static void take(double *values)
{
	for (int i = 0; i < PROBES; i++) values[i] = key[place[i]];
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	double sum = 0, values[PROBES];
	key = malloc(n * sizeof *key);
	for (int i = 0; i < n; i++) key[i] = i % 1000;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < PROBES; i++) place[i] = (i * 977777 + t * 31) % n;
		for (int i = 0; i < n; i++) key[i] += 1;
		take(values);
		for (int i = 0; i < PROBES; i++) sum += values[i] * (i + 1);
	}
	printf("%g\n", sum);
	free(key);
	return 0;
}
