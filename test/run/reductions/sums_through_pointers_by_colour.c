// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
//
// Red-black relaxation in place that adds up its changes through a pointer, `*error += ...`: the places of one colour
// are split, and the sum is one collective a sweep, the largest value another one. Each sum's terms are whole numbers.
// ARGS: 60 47 4
// ARGS: 3 3 2
// ARGS: 4 9 1
// PER-STEP: procs=2 from="60 47 4" to="60 47 14" messages=2 collectives=4
// PER-STEP: procs=4 from="60 47 4" to="60 47 14" messages=2,4,4,2 collectives=4
// PER-STEP: procs=7 from="60 47 4" to="60 47 14" messages=2,4,4,4,4,4,2 collectives=4
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static long nx, ny;

static void sweep(int colour, double *y, const double *f, double *error, double *largest)
{
	for (long j = 1; j < ny - 1; j++)
		for (long i = 1; i < nx - 1; i++)
			if ((i + j) % 2 == colour) {
				double v = floor(.25 * (y[i - 1 + nx * j] + y[i + 1 + nx * j] + y[i + nx * (j + 1)] +
				                               y[i + nx * (j - 1)] - f[i + nx * j]));
				*error += (v - y[i + nx * j]) * (v - y[i + nx * j]);
				if (fabs(v) > *largest) *largest = fabs(v);
				y[i + nx * j] = v;
			}
}

int main(int argc, char **argv)
{
	ny = argc > 1 ? atoi(argv[1]) : 10;
	nx = argc > 2 ? atoi(argv[2]) : 10;
	int steps = argc > 3 ? atoi(argv[3]) : 3;
	double e = 0, top = 0, *y = malloc(nx * ny * sizeof *y), *f = malloc(nx * ny * sizeof *f);
#pragma dist array y[ny][nx], f[ny][nx]
#pragma dist distribute [block][*] :: y, f
	for (long i = 0; i < ny; i++)
		for (long j = 0; j < nx; j++) y[i * nx + j] = i * 3 % 17 * 8, f[i * nx + j] = i * j % 5;
	for (int t = 0; t < steps; t++) {
		e = top = 0;
		sweep(t % 2, y, f, &e, &top);
		sweep(1 - t % 2, y, f, &e, &top);
		printf("%.0f %.0f\n", e, top);
	}
	for (long j = 0; j < nx; j += 5) printf("%.0f ", y[ny / 2 * nx + j]);
	printf("\n");
	free(y);
	free(f);
	return 0;
}
