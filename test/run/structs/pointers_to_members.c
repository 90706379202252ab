// SPDX-License-Identifier: Apache-2.0
//
// A pointer that a function sets to a member's memory, and loops that name it by both: one array, not two that overlap.
// RUN: %compare %s
// ARGS: 3
// PER-STEP: procs=2 from=10 to=20 messages=1,1 collectives=0
// PER-STEP: procs=4 from=10 to=20 messages=1,2,2,1 collectives=0
// PER-STEP: procs=7 from=10 to=20 messages=1,2,2,2,2,2,1 collectives=0
#include <stdio.h>
#include <stdlib.h>

typedef struct system {
	int n;
	double dt, *r, *v, *f, *w;
#pragma dist distribute [block] :: r, v, f, w
} body_system;

static void step(body_system *sys)
{
	double *f = sys->f, *v = sys->v, *r;
	r = sys->r;
	for (int i = 0; i < sys->n; ++i) {
		v[i] += 0.5 * f[i];
		r[i] += sys->dt * sys->v[i];
	}
	for (int i = 1; i < sys->n - 1; i++) f[i] = sys->r[i + 1] - 2 * r[i] + sys->r[i - 1];
	for (int i = 0; i < sys->n; i++) sys->v[i] += 0.5 * sys->f[i] + 0.125 * v[i];
}

// The pointer goes on to other memory than the member's.
static double other_memory(body_system *sys)
{
	double *v = sys->v, sum = 0;
	for (int k = 0; k < 2; k++) {
		for (int i = 0; i < sys->n; i++) v[i] = v[i] + 0.25 * sys->v[i];
		v = sys->w;
	}
	for (int i = 0; i < sys->n; i++) sum += sys->v[i] + 3 * sys->w[i];
	return sum;
}

// The member does.
static double other_member(body_system *sys)
{
	double *v = sys->v, sum = 0;
	for (int k = 0; k < 2; k++) {
		for (int i = 0; i < sys->n; i++) v[i] = v[i] + 0.25 * sys->v[i];
		sys->v = sys->w;
	}
	sys->v = v;
	for (int i = 0; i < sys->n; i++) sum += sys->v[i] + 3 * sys->w[i];
	return sum;
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	body_system s = {.n = 101, .dt = 0.25};
	s.r = malloc((size_t)s.n * sizeof(double)), s.v = malloc((size_t)s.n * sizeof(double));
	s.f = malloc((size_t)s.n * sizeof(double)), s.w = malloc((size_t)s.n * sizeof(double));
	for (int i = 0; i < s.n; i++) s.r[i] = i * i % 17, s.v[i] = 0, s.f[i] = i % 3, s.w[i] = i % 5;
	for (int t = 0; t < steps; t++) step(&s);
	for (int i = 0; i < s.n; i++)
		if (i % 10 == 3) printf("%.12g %.12g %.12g\n", s.r[i], s.v[i], s.f[i]);
	double sums = other_memory(&s);
	sums += other_member(&s);
	printf("%.10g\n", sums);
	free(s.r), free(s.v), free(s.f), free(s.w);
	return 0;
}
