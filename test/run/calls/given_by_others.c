// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 36 "for (int i = 0; i < n; i++) x[i] *= by;": nothing in it is split
//            "for (int i = 1; i < n; i++) plain[i] = 0.5 * plain[i] + oth...": nothing in it is split
//            "for (int i = 0; i < n; i++) (*to)[i] = 2 * i;": nothing in it is split
// SOURCES: ../Inputs/given.c
// FLAGS: -fno-whole-program
// ARGS: 24 5
// MAX-SLOW: 0
// PER-STEP: procs=4 from="64 5" to="64 6" messages=1,1,1,0 collectives=1
//
// Memory that functions of another file give, of which nothing is seen here: nests are split where it is mapped.
#include <stdio.h>
#include <stdlib.h>

double *give_mapped(int n);
void give_plain(double **to, int n);

static void scale(double *x, int n, double by)
{
	for (int i = 0; i < n; i++) x[i] *= by;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 5;
	double *p = give_mapped(n), *q = give_mapped(n), *plain, *other, sum = 0;
	give_plain(&plain, n);
	give_plain(&other, n);
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n; i++) q[i] = p[i - 1] * 0.5 + i;
		for (int i = 1; i < n; i++) p[i] = q[i] + plain[i];
		for (int i = 1; i < n; i++) plain[i] = 0.5 * plain[i] + other[i - 1];
		scale(p, n, 0.5);
		scale(plain, n, 0.5);
		for (int i = 0; i < n; i++) sum += (int)(p[i] + q[i]);
	}
	for (int i = 0; i < n; i++) printf("%g %g %g\n", p[i], q[i], plain[i]);
	printf("%g\n", sum);
	return 0;
}
