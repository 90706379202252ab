// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Memory that reaches pointers with a mapping by their addresses, which tables hold: of variables, of members, of
// members of what a parameter leads to; one entry is of a pointer without a mapping.
// PER-STEP: procs=2 from="4" to="10" messages=1,1 bytes=8,8 collectives=0
// PER-STEP: procs=4 from="4" to="10" messages=1,2,2,1 bytes=8,16,16,8 collectives=0
// PER-STEP: procs=7 from="4" to="10" messages=1,2,2,2,2,2,1 bytes=8,16,16,16,16,16,8 collectives=0
#include <stdio.h>
#include <stdlib.h>
#define N 1000

static double *rho, *u, *weights;
#pragma dist array rho[N], u[N]
#pragma dist distribute [block] :: rho, u
static double **fields[] = {&rho, &u, &weights};

typedef struct {
	int n;
	double *x, *y;
#pragma dist array x[n], y[n]
#pragma dist distribute [block] :: x, y
} particles;

struct entry {
	const char *name;
	double **memory;
};

static void allocate(particles *p, int n)
{
	p->n = n;
	double **const parts[2] = {&p->x, &p->y};
	for (int k = 0; k < 2; k++) *parts[k] = calloc((size_t)p->n, sizeof **parts[k]);
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 5;
	particles p, q = {.n = N + 7};
	for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
		if (!(*fields[k] = malloc(N * sizeof(double)))) return 1;
	allocate(&p, N);
	struct entry entries[] = {{"x", &q.x}, {"y", &q.y}};
	for (int k = 0; k < 2; k++) *entries[k].memory = malloc((size_t)q.n * sizeof(double));
	for (int i = 0; i < N; i++) rho[i] = i % 17, u[i] = 1;
	weights[3] = 1;
	for (int i = 0; i < p.n; i++) p.x[i] = i % 13;
	for (int i = 0; i < q.n; i++) q.x[i] = i % 11, q.y[i] = 0;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++) u[i] = 0.25 * (rho[i - 1] + rho[i + 1]) + 0.5 * rho[i];
		for (int i = 1; i < N - 1; i++) rho[i] = u[i] * weights[3];
		for (int i = 0; i < p.n; i++) p.y[i] += p.x[i];
		for (int i = 0; i < q.n; i++) q.y[i] += 2 * q.x[i];
	}
	printf("%.12g %.12g %.12g %.12g %s\n", rho[N / 2], u[7], p.y[N - 1], q.y[N + 1], entries[1].name);
	return 0;
}
