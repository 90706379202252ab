// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare %s --flags=-DSUB
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
//
// One loop over all elements with an unsigned counter, and rows told apart by % and / of a length that only the run
// knows. An element that is read under such a condition lies before the first one where the counter is 0: its subscript
// would wrap around, and is not evaluated.
// ARGS: 60 60 5
// ARGS: 7 5 2
// ARGS: 1 3 2
// PER-STEP: procs=2 from="60 60 5" to="60 60 15" messages=1,0 collectives=0
// PER-STEP: procs=4 from="60 60 5" to="60 60 15" messages=1,1,1,0 collectives=0
// PER-STEP: procs=7 from="60 60 5" to="60 60 15" messages=1,1,1,1,1,1,0 collectives=0
#include <stdio.h>
#include <stdlib.h>

static double at(size_t nx, const double *p, size_t n)
{
#ifdef SUB
	const size_t i = n % nx, j = n / nx;
	return (i ? p[j * nx + i - 1] : 0) + (j ? p[(j - 1) * nx + i] : 0);
#else
	return n % nx ? p[n - 1] : 0;
#endif
}

int main(int argc, char **argv)
{
	size_t nx = argc > 1 ? (size_t)atoi(argv[1]) : 5, ny = argc > 2 ? (size_t)atoi(argv[2]) : 5;
	int steps = argc > 3 ? atoi(argv[3]) : 3;
	double sum = 0, *p = malloc(nx * ny * sizeof *p), *q = malloc(nx * ny * sizeof *q);
#pragma dist distribute [block] :: p, q
	for (size_t n = 0; n < nx * ny; n++) p[n] = n % 7;
	for (int t = 0; t < steps; t++) {
		for (size_t n = 0; n < nx * ny; n++) q[n] = at(nx, p, n);
		for (size_t n = 0; n < nx * ny; n++) p[n] -= .125 * q[n];
	}
	for (size_t n = 0; n < nx * ny; n++) sum += p[n] * (n % 5);
	printf("%.12g\n", sum);
	return 0;
}
