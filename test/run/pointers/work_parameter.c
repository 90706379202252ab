// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A work array that the caller provides, or the caller's caller: what functions leave in it is nobody's business, and
// is not sent, as long as nobody reads it before it is set again.
// ARGS: 43 3
// PER-STEP: procs=2 from="40 4" to="40 14" collectives=0 messages=0
// PER-STEP: procs=7 from="40 4" to="40 14" collectives=0 messages=0
#include <stdio.h>
#include <stdlib.h>

enum { M = 8 };
static double shared[M];

static void doubled(int n, double (*a)[M], double (*b)[M], double *w)
{
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < M; j++) w[j] = a[i][j] * 2;
		for (int j = 0; j < M; j++) b[i][j] = w[M - 1 - j] + w[j / 2];
	}
}

static void back_and_forth(int n, double (*a)[M], double (*b)[M], double *v)
{
	doubled(n, a, b, v);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) b[i][j] /= 4;
	doubled(n, b, a, v);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, steps = argc > 2 ? atoi(argv[2]) : 3;
	double(*a)[M] = malloc(n * sizeof *a), (*b)[M] = malloc(n * sizeof *b);
#pragma dist distribute [block][*] :: a, b
	double *work = malloc(M * sizeof *work), local[M];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) a[i][j] = (i * 7 + j * 3) % 11;
	for (int t = 0; t < steps; t++) {
		back_and_forth(n, a, b, work);
		back_and_forth(n, a, b, local);
		back_and_forth(n, a, b, shared);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < M; j++) a[i][j] = b[i][j] / 64 + i % 3;
	}
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) sum += a[i][j] * (i + j);
	printf("%.9g\n", sum);
	free(work);
	free(b);
	free(a);
	return 0;
}
