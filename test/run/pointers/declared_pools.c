// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %count 0
// BY-ALL: 23 "for (int i = 0; i < n; i++) s += x[i] * (i % 7);": a pointer goes beyond the array that it leads into
//            "for (int k = 0; k < 2 * N * M; k++) all += pool[k] * (k % 11);": a pointer goes beyond
//              the array that it leads into
// PER-STEP: procs=4 from="2" to="6" messages=1,2,2,1 collectives=0
// MAX-SLOW: 3
//
// Several arrays in the memory of one that the source declares: of file scope, static, of a block, of characters, through other pointers
// and as rows; the memory is also used by its own name. Only the loops over several of the arrays are slow.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 30, M = 20 };
static double pool[2 * N * M + 7];
double seen_by_name[N];

static void step(int n, double (*a)[M], double (*b)[M])
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < M; j++) b[i][j] = a[i - 1][j] + a[i + 1][j];
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < M; j++) a[i][j] = 0.5 * b[i][j];
}

static double total(int n, const double *x)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += x[i] * (i % 7);
	return s;
}

static double block(int k)
{
	double local[2 * N], *x, *y, s = 0;
#pragma dist array x[N], y[N]
#pragma dist distribute [block] :: x, y
	x = local, y = local + N;
	for (int i = 0; i < N; i++) x[i] = i + k, y[i] = i * k;
	for (int i = 0; i < N; i++) s += x[i] * y[N - 1 - i];
	local[3] = 7;
	s += x[3] + local[N + 2];
	if (k == 1) return s;
	double copy[2 * N];
	memcpy(copy, local, sizeof local);
	for (int i = 0; i < 2 * N; i++) s += copy[i];
	return s;
}

static double kept(void)
{
	static char bytes[2 * N * sizeof(double)];
	double *now = (double *)bytes, *next = now + N, s = 0;
#pragma dist array now[N], next[N]
#pragma dist distribute [block] :: now, next
	for (int i = 1; i < N; i++) next[i] = now[i - 1] + i;
	for (int i = 0; i < N; i++) now[i] = next[i];
	for (int i = 0; i < N; i++) s += now[i];
	return s + bytes[0] + (int)(sizeof bytes / sizeof *now);
}

static double rows(void)
{
	static double memory[N * M];
	double *row[N], *other = memory + M, s = 0;
#pragma dist array row[N][M]
#pragma dist distribute row[block][*]
	for (int i = 0; i < N; i++) row[i] = &memory[i * M];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) row[i][j] = i - j;
	memory[5] = 50;
	other[5] = 60;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) s += row[i][j] * i + row[i][0];
	return s + memory[M + 5] + memory[7 * M];
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 2;
	double(*a)[M] = (void *)pool, (*b)[M] = (void *)(pool + N * M);
#pragma dist array a[N][M], b[N][M]
#pragma dist distribute [block][*] :: a, b
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i + j, b[i][j] = 0;
	for (int t = 0; t < steps; t++) step(N, a, b);
	if (argc > 1) return 0;
	printf("%g %g\n", total(N * M, a[0]), pool[5 * M + 3]);
	for (int k = 0; k < N * M; k++) pool[k] += 1;
	pool[2 * N * M + 3] = 4;
	printf("%g %g\n", total(N * M, pool), total(2 * N * M + 7, pool));
	double all = 0;
	for (int k = 0; k < 2 * N * M; k++) all += pool[k] * (k % 11);
	printf("%g\n", all);
	memset(pool, 0, sizeof pool / 2);
	pool[M + 1] = pool[N * M + M];
	printf("%g %g %d\n", total(N * M, &a[0][0]), a[1][1], (int)(sizeof pool / sizeof *pool));
	double *other = pool + 3;
	for (int i = 0; i < 9; i++) other[i] = i;
	printf("%g %g\n", total(N * M, pool), a[0][5]);
	double *c;
#pragma dist array c[N]
#pragma dist distribute c[block]
	c = seen_by_name;
	for (int i = 0; i < N; i++) c[i] = i;
	seen_by_name[4] += 0.5;
	printf("%g %g\n", total(N, c), total(N, seen_by_name));
	for (int k = 0; k < 3; k++) printf("%g %g\n", block(k), kept());
	printf("%g\n", rows());
	return 0;
}
