// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
//
// A function's own array beside a table that it gets, on its caller's stack or elsewhere, read by subscripts that only
// the run knows: what a parameter leads to was there before the function's arrays. No message.
// ARGS: 0 3
// ARGS: 1 3
// ARGS: 2 3
// PER-STEP: procs=2 from="0 3" to="0 13" messages=0 collectives=0
// PER-STEP: procs=4 from="0 3" to="0 13" messages=0 collectives=0
// PER-STEP: procs=7 from="0 3" to="0 13" messages=0 collectives=0
#include <stdio.h>
#include <stdlib.h>
enum { MAX = 32, N = 8 };
static double u[MAX][N][N], fixed[N];
#pragma dist distribute u[block][*][*]

static void line(double *x, const double *table)
{
	double y[N];
	for (int k = 0; k < N; k++) {
		y[k] = 0;
		for (int j = 0; j < N; j++) y[k] += x[j] * table[j * k % N];
	}
	for (int k = 0; k < N; k++) x[k] = y[k] / 4;
}

static void planes(int n, const double *table)
{
	double own[N][N];
#pragma dist independent new (own)
	for (int k = 0; k < n; k++) {
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) own[j][i] = u[k][j][i];
		for (int j = 0; j < N; j++) line(own[j], table);
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) u[k][j][i] = own[j][i];
	}
}

int main(int argc, char **argv)
{
	int kind = argc > 1 ? atoi(argv[1]) : 0, steps = argc > 2 ? atoi(argv[2]) : 3, n = 13;
	double stack[N], s = 0, *heap = malloc(N * sizeof *heap);
	for (int k = 0; k < N; k++) stack[k] = fixed[k] = heap[k] = k % 3;
	for (int k = 0; k < n; k++)
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) u[k][j][i] = (k * 7 + j * 5 + i * 3) % 11;
	for (int t = 0; t < steps; t++) planes(n, kind == 0 ? stack : kind == 1 ? fixed : heap);
	for (int k = 0; k < n; k++)
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) s += u[k][j][i];
	printf("%g\n", s);
	return 0;
}
