// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Pointers to cells that are declared outside of the loops and set in each iteration: nobody needs where they led at
// the end of a loop, but where it is read.
// PER-STEP: procs=2 from="0 10" to="0 20" messages=0 bytes=0 collectives=0
// PER-STEP: procs=7 from="0 10" to="0 20" messages=0 bytes=0 collectives=0
// ARGS: 0 4
// ARGS: 1 4
// BY-ALL: 3 the loop behind which its pointer is read
#include <stdio.h>
#include <stdlib.h>

enum { NX = 42, NY = 32, Q = 5 };

static double f[NX * NY * Q], g[NX * NY * Q], rho[NY][NX];
#pragma dist array f[NY][NX * Q], g[NY][NX * Q]
#pragma dist distribute [block][*] :: f, g, rho

static double sum_of(const double *p)
{
	double sum = 0;
	for (int k = 0; k < Q; k++) sum += *(p + k);
	return sum;
}

static void relax(double *q, double r)
{
	*q = r * .5;
	for (int k = 1; k < Q; k++) *(q + k) = r * .1 + k;
}

int main(int argc, char **argv)
{
	int late = argc > 1 ? atoi(argv[1]) : 0, steps = argc > 2 ? atoi(argv[2]) : 4;
	double sum = 0;
	for (int k = 0; k < NX * NY * Q; k++) f[k] = 1 + k % 7;
	for (int t = 0; t < steps; t++) {
		double *p = f, *q;
		for (int j = 1; j < NY - 1; j++)
			for (int i = 1; i < NX - 1; i++) {
				p = f + j * NX * Q + i * Q;
				q = g + j * NX * Q + i * Q;
				rho[j][i] = sum_of(p);
				relax(q, rho[j][i]);
			}
		for (int j = 1; j < NY - 1; j++)
			for (int i = 1; i < NX - 1; i++) {
				p = f + j * NX * Q + i * Q;
				q = g + j * NX * Q + i * Q;
				for (int k = 0; k < Q; k++) *(p + k) = .9 * *(p + k) + .1 * *(q + k);
			}
	}
	if (late) {
		double *last = f;
		for (int j = 1; j < NY - 1; j++) {
			last = f + j * NX * Q;
			*last += 1;
		}
		sum = *last;
	}
	for (int k = 0; k < NX * NY * Q; k++) sum += f[k] * (k % 13);
	printf("%.9g\n", sum);
	return 0;
}
