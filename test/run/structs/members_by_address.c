// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 23 6
// ARGS: 4 3
// PER-STEP: procs=4 from="24 4" to="24 8" messages=1,2,2,1 collectives=0
// Arrays in structs, by * and pointer sums, also in functions that get them: no other element than by subscripts. Loops
// with them were run by all.
#include <stdio.h>
#include <stdlib.h>

struct body {
	double at[3], speed[3], force[2][3];
};

static void add(double *v, const double *w, double part)
{
	*v += part * *w;
	*(v + 1) += part * *(w + 1);
	*(2 + v) += part * w[2];
}

static void clear(double (*f)[3])
{
	for (int k = 0; k < 3; k++) *(*f + k) = *(*(f + 1) + k) = 0;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), steps = atoi(argv[2]);
	struct body *b = calloc(n, sizeof *b);
#pragma dist distribute b[block]
	for (int i = 0; i < n; i++) {
		struct body *p = &b[i];
		*p->at = i, *(p->at + 1) = i % 5, *(p->at + 2) = -i;
	}
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n - 1; i++) {
			clear(b[i].force);
			for (int k = 0; k < 3; k++) {
				*(*b[i].force + k) = *(b[i + 1].at + k) - *(b[i].at + k);
				*(b[i].force[1] + k) = *(b[i - 1].at + k) - *(b[i].at + k);
			}
		}
		for (int i = 1; i < n - 1; i++) {
			add(b[i].speed, b[i].force[0], .125);
			add(b[i].speed, b[i].force[1], .125);
			add(b[i].at, b[i].speed, .5);
		}
	}
	for (int i = 0; i < n; i++) printf("%g %g %g %g\n", b[i].at[0], b[i].at[1], b[i].speed[2], b[i].force[1][0]);
	return 0;
}
