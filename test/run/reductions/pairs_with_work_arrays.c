// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Forces between all pairs of particles, whose coordinates are three numbers each in flat memory: by way of a work
// array for the distance, a local one, or one that the caller has. Iterations over the first particle are split:
// energy, in an element of an array, and forces are sums. All terms are whole numbers.
// ARGS: 41 3
// ARGS: 2 2
// ARGS: 1 1
// PER-STEP: procs=2 from="40 4" to="40 14" collectives=2 messages=2,0
// PER-STEP: procs=4 from="40 4" to="40 14" collectives=2 messages=6,4,2,0
#include <stdio.h>
#include <stdlib.h>

static double norm(const double *d) { return d[0] * d[0] + d[1] * d[1] + d[2] * d[2]; }

static void wrap(double *d, double length)
{
	for (int k = 0; k < 3; k++)
		if (d[k] > length / 2)
			d[k] -= length;
		else if (d[k] <= -length / 2)
			d[k] += length;
}

static void forces(double *f, double *energy, int n, const double *x, int step)
{
	double r, d[3];
	int i, j, k;
	for (i = 0; i < 3 * n; i++) f[i] = 0;
	for (i = 0; i < n - 1; i++)
		for (j = i + 1; j < n; j++) {
			for (k = 0; k < 3; k++) d[k] = x[3 * i + k] - x[3 * j + k];
			r = norm(d);
			if (r < 12) {
				energy[step] += r;
				for (k = 0; k < 3; k++) {
					f[3 * i + k] += d[k] * r;
					f[3 * j + k] -= d[k] * r;
				}
			}
		}
}

static void wrapped(double *f, double *energy, int n, const double *x, int step, double *d)
{
	double r;
	int i, j, k;
	for (i = 0; i < 3 * n; i++) f[i] = 0;
	for (i = 0; i < n - 1; i++)
		for (j = i + 1; j < n; j++) {
			for (k = 0; k < 3; k++) d[k] = x[3 * i + k] - x[3 * j + k];
			wrap(d, 8);
			r = norm(d);
			if (r < 12) {
				energy[step] += r;
				for (k = 0; k < 3; k++) {
					f[3 * i + k] += d[k] * r;
					f[3 * j + k] -= d[k] * r;
				}
			}
		}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, steps = argc > 2 ? atoi(argv[2]) : 3;
	double *x = malloc(3 * n * sizeof *x), *f = malloc(3 * n * sizeof *f);
#pragma dist distribute [block] :: x, f
	double *energy = calloc(2 * steps, sizeof *energy), *work = malloc(3 * sizeof *work);
	double sum = 0;
	for (int i = 0; i < 3 * n; i++) x[i] = (i * 5 + i / 3) % 7;
	for (int t = 0; t < steps; t++) {
		forces(f, energy, n, x, 2 * t);
		wrapped(f, energy, n, x, 2 * t + 1, work);
	}
	for (int t = 0; t < 2 * steps; t++) printf("%g\n", energy[t]);
	for (int i = 0; i < 3 * n; i++) sum += f[i] * (i % 11);
	printf("%g\n", sum);
	free(work);
	free(energy);
	free(f);
	free(x);
	return 0;
}
