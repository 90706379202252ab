// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %count 0
// ARGS: 30
// ARGS: 2
// ARGS: 0
// MAX-SLOW: 0
// memset, memcpy and memmove of elements and their members in nests, beside what else an iteration does.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 30 };
typedef struct {
	double pos[3], vel[3];
	int tags[4];
	char name[16];
} particle;
static particle p[N], q[N];
static double mass[N];
static particle grid[N][4];
#pragma dist distribute [block] :: p, q, mass
#pragma dist distribute grid[block][*]

static void clear(particle *x)
{
	memset(x->vel, 0, sizeof x->vel);
	x->tags[0]++;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N;
	static const double zero[3] = {0.5, 0, 1};
	for (int i = 0; i < N; i++) {
		mass[i] = i % 4;
		for (int k = 0; k < 3; k++) p[i].pos[k] = i + k, p[i].vel[k] = i - k;
		for (int k = 0; k < 4; k++) p[i].tags[k] = 10 * i + k;
	}
	for (int i = 0; i < n; i++) {
		memset(q[i].vel, 0, sizeof q[i].vel);
		memcpy(q[i].pos, p[i].pos, sizeof p[i].pos);
		q[i].vel[1] += mass[i];
		memset(q[i].name, 'a' + i % 26, sizeof q[i].name - 1);
	}
	for (int i = 1; i + 1 < n; i++) {
		double mean[3] = {0, 0, 0};
		for (int k = 0; k < 3; k++) mean[k] = 0.5 * (p[i - 1].pos[k] + p[i + 1].pos[k]);
		memcpy(q[i].pos, mean, sizeof mean);
		memcpy(q[i].tags, p[i + 1].tags, sizeof q[i].tags); /* a neighbour's */
	}
	for (int i = 0; i < n; i++)
		if (mass[i] > 1) {
			memcpy(&p[i], &q[i], sizeof p[i]);
			p[i].vel[2] = 7;
		} else {
			memcpy(p[i].vel, zero, sizeof zero);
		}
	for (int i = 0; i < n; i++) {
		particle *x = &p[i];
		memmove(&x->tags[0], &x->tags[1], 3 * sizeof(int));
		memset(&x->pos[1], 0, 2 * sizeof(double));
	}
	for (int i = 0; i < n; i++) {
		clear(&q[i]);
		mass[i] += q[i].vel[1];
	}
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 4; k++) {
			memset(&grid[i][k], 0, sizeof grid[i][k]);
			memcpy(grid[i][k].pos, p[i].pos, sizeof p[i].pos);
			grid[i][k].tags[k] = q[i].tags[k] + k;
		}
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++)
			s += q[i].pos[k] + q[i].vel[k] * p[i].vel[k] + p[i].pos[k] * 3 + p[i].tags[k + 1] + q[i].tags[k] + grid[i][k].pos[k] + grid[i][k].tags[k];
	for (int i = 0; i < n; i++) s += p[i].name[3] + q[i].name[14] + q[i].name[15] + mass[i];
	printf("%.12g\n", s);
	for (int i = 0; i < n; i++) printf("%d %g\n", q[i].tags[0], p[i].vel[2]);
	if (n) printf("%s\n", q[n - 1].name);
	return 0;
}
