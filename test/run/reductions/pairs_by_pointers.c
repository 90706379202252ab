// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// ARGS: 20 3
// ARGS: 4 1
// PER-STEP: procs=3 from="30 10" to="30 20" messages=2,2,2 bytes=480,800,1120 collectives=0
// Pairs of bodies by pointers that the loops declare, handed to a function that changes both, and that has helpers for
// vectors of three.
#include <stdio.h>
#include <stdlib.h>

typedef struct body {
	double mass, x[3], force[3];
} body;

static inline void add(double *r, double factor, const double *v)
{
	r[0] += factor * v[0];
	r[1] += factor * v[1];
	r[2] += factor * v[2];
}

static inline void difference(double *r, const double *a, const double *b)
{
	r[0] = a[0] - b[0];
	r[1] = a[1] - b[1];
	r[2] = a[2] - b[2];
}

static void interact(body *p, body *q, double reach)
{
	double d[3];
	difference(d, p->x, q->x);
	double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
	if (square < reach) {
		add(p->force, q->mass, d);
		add(q->force, -p->mass, d);
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 1;
	body *b = calloc((size_t)n, sizeof *b);
#pragma dist distribute b[block]
	for (int i = 0; i < n; i++) {
		b[i].mass = 1 + i % 3;
		b[i].x[0] = i * 7 % 13, b[i].x[1] = i % 5, b[i].x[2] = i % 3;
	}
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++) {
			body *p = b + i;
			for (int j = i + 1; j < n; j++) {
				body *q = &b[j];
				interact(p, q, 16);
			}
		}
		for (int i = 0; i < n; i++) {
			add(b[i].x, .0625, b[i].force);
			b[i].force[0] = b[i].force[1] = b[i].force[2] = 0;
		}
	}
	double sum = 0;
	for (int i = 0; i < n; i++) sum += b[i].x[0] + 2 * b[i].x[1] + 3 * b[i].x[2];
	printf("%.8g\n", sum);
	free(b);
	return 0;
}
