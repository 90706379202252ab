// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// ARGS: 0
// PER-STEP: procs=2 from="2" to="12" collectives=1 messages=0
// PER-STEP: procs=4 from="2" to="12" collectives=1 messages=0
// PER-STEP: procs=7 from="2" to="12" collectives=1 messages=0
//
// Sums of the rows of flat memory that is split within its rows: one sum for all rows in a step, as for h[t][i], not
// one for each.
#include <stdio.h>
#include <stdlib.h>

#define T 50

int main(int argc, char **argv)
{
	const int steps = argc > 1 ? atoi(argv[1]) : 1, n = 203;
	double *h = malloc(sizeof(double) * T * n), r[T] = {0};
#pragma dist array h[T][n]
#pragma dist distribute h[*][block]
	for (int t = 0; t < T; t++)
		for (int i = 0; i < n; i++) h[t * n + i] = t + i % 3;
	for (int s = 0; s < steps; s++) {
		for (int t = 0; t < T; t++) {
			double c = 0;
			for (int i = 0; i < n; i++) c += h[t * n + i];
			r[t] = c;
		}
		for (int t = 0; t < T; t++)
			for (int i = 0; i < n; i++) h[t * n + i] = (h[t * n + i] + r[t] / n) * .5;
	}
	double sum = 0;
	for (int t = 0; t < T; t++) sum += r[t] * t;
	printf("%.9g\n", sum);
	free(h);
	return 0;
}
