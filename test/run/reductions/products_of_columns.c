// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// The trace of U' F U, U split by rows: each term is a sum over the rows, and used by the owner of another one. One
// gathering of U for all of them, not a sum of all processes for each.
// ARGS: 16 3
// ARGS: 5 2
// ARGS: 3 1
// PER-STEP: procs=2 from="16 2" to="16 4" collectives=1
// PER-STEP: procs=4 from="16 2" to="16 4" collectives=1
// PER-STEP: procs=7 from="16 2" to="16 4" collectives=1
#include <stdio.h>
#include <stdlib.h>

static int n;
static double *u, *f;
static int *occupied;
#pragma dist array u[n][n]
#pragma dist distribute u[block][*]

int main(int argc, char **argv)
{
	n = atoi(argv[1]);
	int nn = n, steps = atoi(argv[2]);
	double total = 0;
	u = malloc(n * n * sizeof *u), f = malloc(n * n * sizeof *f), occupied = malloc(n * sizeof *occupied);
	for (int i = 0; i < n; i++) occupied[i] = i % 2;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			u[i * n + j] = i + j % 3;
			f[i * n + j] = i - j + .25 * (i % 3);
		}
	for (int t = 0; t < steps; t++) {
		double trace = 0;
		for (int i = 0; i < nn; i++) u[i * nn] += t;
		for (int i = 0; i < nn; i++) {
			if (occupied[i] == 0) continue;
			for (int j = 0; j < nn; j++) {
				double w = 0;
				for (int k = 0; k < nn; k++) w += u[k * nn + i] * f[k * nn + j];
				trace += w * u[j * nn + i];
			}
		}
		total += trace;
	}
	printf("%.9g\n", total);
	free(u);
	free(f);
	free(occupied);
	return 0;
}
