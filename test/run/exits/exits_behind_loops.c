// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: -1
// ARGS: 0
// ARGS: 17
// ARGS: 28
// PER-STEP: procs=2 from="-1 1" to="-1 3" messages=0,0 bytes=0,0 collectives=2
//
// A row without a value ends the program, by a function that gets no array. The extents are known when the program
// runs: the row is asked about where an inner loop has read an element of it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int n;
static double *scale, *matrix;
#pragma dist array matrix[n][n]
#pragma dist distribute matrix[block][*]
#pragma dist array scale[n]
#pragma dist distribute scale[block]
static long refused;

static void fail(const char *text, int code)
{
	fprintf(stderr, "error: %s (%ld before)\n", text, refused);
	exit(code);
}

static void scale_flat(double *a, double *vv)
{
	for (int i = 0; i < n; i++) {
		double big = 0, here;
		for (int j = 0; j < n; j++)
			if ((here = fabs(a[i * n + j])) > big) big = here;
		if (big == 0) fail("singular matrix", 3);
		vv[i] = 1 / big;
	}
}

static void scale_rows(double **a, double *vv)
{
	for (int i = 0; i < n; i++) {
		double big = 0;
		for (int j = 0; j < n; j++)
			if (fabs(a[i][j]) > big) big = fabs(a[i][j]);
		if (big == 0) {
			printf("row %d\n", i);
			exit(4);
		}
		vv[i] += 1 / big;
	}
}

int main(int argc, char **argv)
{
	n = 29;
	int empty = atoi(argv[1]), steps = argc > 2 ? atoi(argv[2]) : 1;
	matrix = malloc((size_t)n * n * sizeof *matrix);
	scale = malloc(n * sizeof *scale);
	double **rows = malloc(n * sizeof *rows);
#pragma dist array rows[n][n]
#pragma dist distribute rows[block][*]
	for (int i = 0; i < n; i++) rows[i] = malloc(n * sizeof **rows);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) rows[i][j] = matrix[i * n + j] = i == empty ? 0 : (i * 37 + j * 17) % 101 / 50. + .01;
	if (empty < 20)
		for (int t = 0; t < steps; t++) scale_flat(matrix, scale);
	else
		for (int i = 0; i < n; i++) scale[i] = i;
	for (int t = 0; t < steps; t++) scale_rows(rows, scale);
	double sum = 0;
	for (int i = 0; i < n; i++) sum += scale[i];
	printf("%.12g\n", sum);
	free(matrix);
	free(scale);
	for (int i = 0; i < n; i++) free(rows[i]);
	free(rows);
	return 0;
}
