// SPDX-License-Identifier: Apache-2.0
// RUN: %compare --flags=-I%hpcc_source/include %s
// ARGS: 13 3
// ARGS: 3 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="40 10" to="40 20" messages=2 bytes=328 collectives=0
// PER-STEP: procs=4 from="40 10" to="40 20" messages=2,4,4,2 bytes=328,656,656,328 collectives=0
// PER-STEP: procs=7 from="40 10" to="40 20" messages=2,4,4,4,4,4,2 bytes=328,656,656,656,656,656,328 collectives=0
// Arrays that are aligned with a member whose shape and mapping stand in its struct: memory of a variable, members
// of another struct and of the same one, memory that comes before the object's and behind it; static arrays whose
// extents are set later. In a step each process gets a row and an element from either side.
#include <hpcc/dist.h>
#include <stdio.h>
#include <stdlib.h>

enum { M = 40, MOST = 64 };

struct field {
	int n, m;
	double *v, *was;
#pragma dist array v[n][m], was[n][m]
#pragma dist distribute v[block][*]
#pragma dist align was[i][j] with v[i][j]
};

struct solver {
	int n;
	double *r, *sums;
};

static int n, m;
static double mask[MOST * M], top[MOST][M];
#pragma dist array mask[n][m], top[n][m]
#pragma dist distribute mask[block][*], top[block][*]

static void init(struct field *f, int rows, int row)
{
	f->n = rows;
	f->m = row;
	f->v = malloc(sizeof(double) * rows * row);
	f->was = malloc(sizeof(double) * rows * row);
}

static void unmapped(const void *p, const char *name)
{
	char text[100];
	if (dist_nprocs() > 1 && dist_mapping(p, text, sizeof text) == 0) printf("%s is not mapped\n", name);
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 20, m = M;
	int steps = argc > 2 ? atoi(argv[2]) : 1;
	struct field f;
	struct solver s = {n};
	double *b = malloc(sizeof(double) * n * M), sum = 0;
#pragma dist array b[n][M], s.r[n][M], s.sums[n]
#pragma dist align b[i][j] with f.v[i][j]
#pragma dist align s.r[i][j] with f.v[i][j]
#pragma dist align s.sums[i] with f.v[i][*]
	init(&f, n, M);
	s.r = malloc(sizeof(double) * n * M);
	s.sums = malloc(sizeof(double) * n);
	unmapped(f.v, "v"), unmapped(f.was, "was"), unmapped(b, "b"), unmapped(s.r, "r"), unmapped(s.sums, "sums");
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) {
			f.v[i * M + j] = (3 * i + j) % 23;
			f.was[i * M + j] = b[i * M + j] = s.r[i * M + j] = 0;
			mask[i * M + j] = (i + j) % 2;
			top[i][j] = i;
		}
	unmapped(mask, "mask"), unmapped(top, "top");
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < M; j++) f.was[i * M + j] = f.v[i * M + j], b[i * M + j] += top[i][j];
		for (int i = 1; i < n - 1; i++)
			for (int j = 0; j < M; j++)
				s.r[i * M + j] = f.was[(i - 1) * M + j] + f.was[(i + 1) * M + j] - b[i * M + j];
		for (int i = 0; i < n; i++) {
			s.sums[i] = 0;
			for (int j = 0; j < M; j++) s.sums[i] += mask[i * M + j] * s.r[i * M + j];
		}
		for (int i = 1; i < n - 1; i++)
			for (int j = 0; j < M; j++)
				f.v[i * M + j] = .25 * s.r[i * M + j] + .125 * (s.sums[i - 1] + s.sums[i + 1]) / M;
	}
	for (int i = 0; i < n * M; i++) sum += (int)(64 * (f.v[i] + s.r[i] + b[i]));
	printf("%.0f\n", sum);
	return 0;
}
