// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Work arrays that an iteration gets from a function of the program, which allocates them: they are its own, as if
// malloc stood there. Where the function gives memory that others have, too, they are not.
// PER-STEP: procs=2 from="0 10" to="0 20" messages=0 bytes=0 collectives=0
// PER-STEP: procs=7 from="0 10" to="0 20" messages=0 bytes=0 collectives=0
// ARGS: 0 4
// ARGS: 1 4
// MAX-SLOW: 700
// BY-ALL: 45 `shared` gives the same memory again, and is handed on from row to row
#include <stdio.h>
#include <stdlib.h>

enum { N = 60, M = 40 };

static double u[N][M], v[N][M];
#pragma dist distribute [block][*] :: u, v

static double *row_of(int m, double with)
{
	double *p = malloc(m * sizeof *p);
	for (int i = 0; i < m; i++) p[i] = with;
	return p;
}

static double *cleared(int m) { return calloc(m, sizeof(double)); }

static double *kept;
static double *shared(int m)
{
	if (!kept) kept = calloc(m, sizeof *kept);
	return kept;
}

static void solve(int i)
{
	double *c = row_of(M, 0.5), *d = cleared(M);
	for (int k = 1; k < M; k++) c[k] += v[i][k] - 0.1 * c[k - 1], d[k] += c[k] + d[k - 1] * .5;
	for (int k = M - 2; k >= 0; k--) u[i][k] = .5 * (c[k] + u[i][k + 1]) + d[k] * .01;
	free(c);
	free(d);
}

static void in_text(void)
{
	for (int i = 0; i < N; i++) {
		double *c = row_of(M, i);
		for (int k = 1; k < M; k++) c[k] += v[i][k] - 0.1 * c[k - 1];
		for (int k = 0; k < M; k++) u[i][k] += c[k] * .01;
		free(c);
	}
}

// Each row goes on from what the one before it has left.
static void by_shared(void)
{
	for (int i = 0; i < N; i++) {
		double *c = shared(M);
		for (int k = 0; k < M; k++) c[k] = .5 * c[k] + v[i][k];
		for (int k = 0; k < M; k++) u[i][k] += c[k] * .01;
	}
}

int main(int argc, char **argv)
{
	int all = argc > 1 ? atoi(argv[1]) : 1, steps = argc > 2 ? atoi(argv[2]) : 4;
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = (i + 2 * j) % 5;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) v[i][j] = (int)(10 * u[i][j]) % 17 * .1;
		for (int i = 0; i < N; i++) solve(i);
		in_text();
		if (all) by_shared();
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += u[i][j] * (i + j % 3);
	printf("%.9g\n", sum);
	free(kept);
	return 0;
}
