// SPDX-License-Identifier: Apache-2.0
//
// The first argument says which of the directives gets what it needs too late, or never; "none": all are in time.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40, M = 6 };

static int n, m;
static double *shaped;
#pragma dist array shaped[n][m]
#pragma dist distribute shaped[block][*]

static double *first, *second;
#pragma dist array first[N], second[N]
#pragma dist distribute first[block]
#pragma dist align second[i] with first[i]

static int from[2], rows[2];
static double *levels;
#pragma dist array levels + from[k] [rows[k]][M] : k = 0..1
#pragma dist distribute levels[block][*]

static double **vectors;
static int lines;
#pragma dist array vectors[lines][M]
#pragma dist distribute vectors[block][*]

struct line {
	int length;
	double *v;
#pragma dist array v[length]
#pragma dist distribute v[block]
};

struct field {
	int length;
	double *v;
};

static const char *late;

static int is_late(const char *what) { return strcmp(late, what) == 0; }

static void set_shape(int a, int b)
{
	n = a;
	m = b;
}

static double of_shape(void)
{
	double sum = 0;
	if (!is_late("shape")) set_shape(N, M);
	shaped = malloc(sizeof *shaped * N * M);
	set_shape(N, M);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) shaped[i * m + j] = i + j;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += shaped[i * m + j];
	free(shaped);
	return sum;
}

static double of_alignment(void)
{
	double sum = 0;
	second = malloc(sizeof *second * N);
	if (!is_late("alignment")) first = malloc(sizeof *first * N);
	for (int i = 0; i < N; i++) second[i] = 2 * i;
	for (int i = 0; i < N; i++) sum += second[i];
	free(second);
	free(first);
	return sum;
}

static double of_levels(void)
{
	double sum = 0;
	rows[0] = is_late("levels") ? 0 : 8;
	rows[1] = is_late("levels") ? 0 : 4;
	from[1] = 8 * M;
	levels = malloc(sizeof *levels * 12 * M);
	double *coarse = levels + 8 * M;
	for (int i = 0; i < 8; i++)
		for (int j = 0; j < M; j++) levels[i * M + j] = i * j;
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < M; j++) coarse[i * M + j] = i * j + 1;
	for (int i = 0; i < 8; i++)
		for (int j = 0; j < M; j++) sum += levels[i * M + j];
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < M; j++) sum += coarse[i * M + j];
	free(levels);
	return sum;
}

static double of_vectors(void)
{
	double sum = 0;
	if (!is_late("vectors")) lines = N;
	vectors = malloc(sizeof *vectors * N);
	for (int i = 0; i < N; i++) vectors[i] = malloc(sizeof **vectors * M);
	lines = N;
	for (int i = 0; i < lines; i++)
		for (int j = 0; j < M; j++) vectors[i][j] = i - j;
	for (int i = 0; i < lines; i++)
		for (int j = 0; j < M; j++) sum += vectors[i][j];
	for (int i = 0; i < N; i++) free(vectors[i]);
	free(vectors);
	return sum;
}

static void extend(struct line *a) { a->length = N; }

static double of_member(void)
{
	double sum = 0;
	struct line a = {0};
	if (!is_late("member")) a.length = N;
	a.v = malloc(sizeof *a.v * N);
	extend(&a);
	for (int i = 0; i < a.length; i++) a.v[i] = 3 * i;
	for (int i = 0; i < a.length; i++) sum += a.v[i];
	free(a.v);
	return sum;
}

static void fill(struct field *f)
{
	if (!is_late("filled")) f->length = N;
	f->v = malloc(sizeof *f->v * N);
}

static double of_filled(void)
{
	double sum = 0;
	struct field f = {0};
#pragma dist array f.v[f.length]
#pragma dist distribute f.v[block]
	fill(&f);
	f.length = N;
	for (int i = 0; i < f.length; i++) f.v[i] = 4 * i;
	for (int i = 0; i < f.length; i++) sum += f.v[i];
	free(f.v);
	return sum;
}

int main(int argc, char **argv)
{
	late = argv[1];
	if (argc > 2) freopen(argv[2], "w", stderr);
	printf("%g %g %g\n", of_shape(), of_alignment(), of_levels());
	printf("%g %g %g\n", of_vectors(), of_member(), of_filled());
	return 0;
}
