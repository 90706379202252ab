// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// PER-STEP: procs=2 from="2" to="4" messages=0,0 collectives=11
// PER-STEP: procs=4 from="2" to="4" messages=0,0,0,0 collectives=11
// MAX-SLOW: 2
// BY-ALL: 15 "for (int i = 0; i < n; i++) int a = class_of(x[i], classes);": what another process sums up is read in the
//             loop, where two of the vectors may be one
//
// Sums in rows behind pointers: of the thread's own part, `part[tid][k][j]`, where the loop does not change `tid`; and
// of numbers of a type that no mapped array has.
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, CLASSES = 8, FEATURES = 5, THREADS = 2 };

static double *x, *y;
#pragma dist array x[N], y[N]
#pragma dist distribute [block] :: x, y

static int class_of(double value, int classes) { return (int)value % classes; }

static void add(int n, int classes, int features, double ***part, int **count, int tid)
{
	for (int i = 0; i < n; i++) {
		int a = class_of(x[i], classes);
		count[tid][a]++;
		for (int j = 0; j < features; j++) part[tid][a][j] += x[i] * (j + 1);
	}
}

static void add_to_pairs(int n, int classes, long **pairs, float **weight)
{
	for (int i = 0; i < n; i++) {
		int a = class_of(x[i], classes), b = class_of(3 * x[i], classes);
		pairs[a][b]++;
		weight[b][a] += (float)x[i];
	}
}

// Two of the vectors may be one.
static void add_and_read(int n, int classes, double ***part, int tid, int other)
{
	for (int i = 0; i < n; i++) {
		int a = class_of(x[i], classes);
		part[tid][a][1] += x[i];
		y[i] = part[other][0][1];
	}
}

static void show(double ***part, int **count, long **pairs, float **weight)
{
	for (int k = 0; k < CLASSES; k++)
		printf("%d: %g %g %d %ld %g\n", k, part[0][k][1], part[1][k][FEATURES - 1], count[1][k], pairs[k][k / 2],
		        weight[k][(k + 3) % CLASSES]);
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	double ***part = malloc(THREADS * sizeof *part), sum = 0;
	int **count = malloc(THREADS * sizeof *count);
	long **pairs = malloc(CLASSES * sizeof *pairs);
	float **weight = malloc(CLASSES * sizeof *weight);
	x = malloc(N * sizeof *x);
	y = malloc(N * sizeof *y);
	for (int t = 0; t < THREADS; t++) {
		part[t] = malloc(CLASSES * sizeof **part);
		count[t] = calloc(CLASSES, sizeof **count);
		for (int k = 0; k < CLASSES; k++) part[t][k] = calloc(FEATURES, sizeof ***part);
	}
	for (int k = 0; k < CLASSES; k++) {
		pairs[k] = calloc(CLASSES, sizeof **pairs);
		weight[k] = calloc(CLASSES, sizeof **weight);
	}
	for (int i = 0; i < N; i++) x[i] = i * 7 % 31;
	for (int s = 0; s < steps; s++) {
		add(N, CLASSES, FEATURES, part, count, s % THREADS);
		add_to_pairs(N, CLASSES, pairs, weight);
	}
	show(part, count, pairs, weight);
	if (argc > 1) return 0;
	add_and_read(N, CLASSES, part, 0, 1);
	add_and_read(N, CLASSES, part, 1, 1);
	for (int i = 0; i < N; i++) sum += y[i];
	show(part, count, pairs, weight);
	printf("%g\n", sum);
	return 0;
}
