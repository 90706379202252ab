// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Rows and elements whose subscript is chosen by a condition, u[i > 0 ? i - 1 : 0], and whose address goes into a
// pointer or to a function: neighbours, and the row itself at the end.
// ARGS: 3
// PER-STEP: procs=2 from="4" to="10" messages=2,2 bytes=1024,1024 collectives=0
// PER-STEP: procs=4 from="4" to="10" messages=2,4,4,2 bytes=1024,2048,2048,1024 collectives=0
// PER-STEP: procs=7 from="4" to="10" messages=2,4,4,4,4,4,2 bytes=1024,2048,2048,2048,2048,2048,1024 collectives=0
#include <stdio.h>
#include <stdlib.h>

enum { N = 64 };
typedef struct {
	float r, m;
} state;
static double u[N][N], v[N][N];
static state from[N][N], to[N][N];
#pragma dist distribute [block][*] :: u, v, from, to

static void flux(const state *a, const state *b, state *f)
{
	f->r = .5f * (a->m + b->m - (b->r - a->r));
	f->m = .5f * (a->m + b->m) / (1 + a->r * a->r);
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j] = i * j % 7, from[i][j] = (state){1 + (i > 30), .1f * (j % 5)};
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++) {
			const double *up = u[i > 0 ? i - 1 : 0], *down = u[i < N - 1 ? i + 1 : N - 1];
			for (int j = 0; j < N; j++) v[i][j] = .3 * (u[i][j] + up[j] + down[j]);
		}
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) flux(&from[i][j], &from[i < N - 1 ? i + 1 : i][j], &to[i][j]);
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) {
				u[i][j] = v[i][j];
				from[i][j].r -= .1f * (to[i][j].r - to[i > 0 ? i - 1 : 0][j].r);
				from[i][j].m -= .1f * to[i][j].m;
			}
	}
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) sum += u[i][j] * (i + 1) + from[i][j].r + from[i][j].m * (j + 1);
	printf("%.6f %.6f\n", sum, from[31][5].r);
	return 0;
}
