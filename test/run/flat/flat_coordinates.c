// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Pairs of particles whose coordinates lie behind each other in flat memory, q[3 * i + k], which a block may end in:
// the loop over k is one process's as a whole, and what is found is combined once.
// ARGS: 0 60 4
// ARGS: 0 3 2
// ARGS: 1 31 3
// PER-STEP: procs=2 from="0 60 10" to="0 60 20" messages=1,2 bytes=720,736 collectives=3
// PER-STEP: procs=7 from="0 60 10" to="0 60 20" collectives=4
// TOLERANCE: 1e-9
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double *q, *f;

static double energy(int n)
{
	double sum = 0;
	for (int i = 0; i < n - 1; i++)
		for (int j = i + 1; j < n; j++) {
			double r2 = 0;
			for (int k = 0; k < 3; k++) {
				double d = q[3 * j + k] - q[3 * i + k];
				r2 += d * d;
			}
			sum += 1 / (1 + r2);
		}
	return sum;
}

static int near_ones(int n, double far)
{
	int found = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double d[3], r2 = 0;
			for (int k = 0; k < 3; k++) d[k] = q[i * 3 + k] - q[j * 3 + k];
			for (int k = 0; k < 3; k++) r2 += d[k] * d[k];
			if (r2 < far * far) found++;
		}
	return found;
}

static double kinetic(int n)
{
	double most = 0, sum = 0;
	for (int i = 0; i < n; i++) {
		double v2 = 0;
		for (int k = 0; k < 3; k++) v2 += f[3 * i + k] * f[3 * i + k];
		sum += sqrt(v2);
		if (v2 > most) most = v2;
	}
	return sum + most;
}

static void forces(int n)
{
	for (int i = 0; i < 3 * n; i++) f[i] = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double d[3], r2 = .1;
			for (int k = 0; k < 3; k++) {
				d[k] = q[3 * j + k] - q[3 * i + k];
				r2 += d[k] * d[k];
			}
			for (int k = 0; k < 3; k++) f[3 * i + k] += d[k] / r2;
		}
}

int main(int argc, char **argv)
{
	int pushes = argc > 1 ? atoi(argv[1]) : 1, n = argc > 2 ? atoi(argv[2]) : 60;
	int steps = argc > 3 ? atoi(argv[3]) : 4;
	double sum = 0;
	q = malloc(3 * n * sizeof *q);
	f = malloc(3 * n * sizeof *f);
#pragma dist array q[3 * n], f[3 * n]
#pragma dist distribute [block] :: q, f
	for (int i = 0; i < 3 * n; i++) q[i] = i * 7 % 31 * .3 + i * .001, f[i] = i % 5;
	for (int t = 0; t < steps; t++) {
		sum += energy(n) + near_ones(n, 3) + kinetic(n);
		if (pushes) forces(n);
		for (int i = 0; i < 3 * n; i++) q[i] += f[i] * .001;
	}
	printf("%.9g\n", sum);
	free(q);
	free(f);
	return 0;
}
