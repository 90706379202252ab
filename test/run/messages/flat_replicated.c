// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 7
// ARGS: 2 20
// MAX-SLOW: 0
// Flat arrays that all processes have, set in split nests with row lengths that only the run knows: each process sets its rows.
#include <stdio.h>
#include <stdlib.h>

static double pool[5000];
static struct {
	int rows;
	float *image;
} frame;

static void copy_out(int n, int m, const double *restrict g, float *restrict out)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) out[i * (m + 4) + j + 2] = g[i * m + j];
}

static void both_ways(int n, int m, const double *g)
{
	double local[n * m];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) local[m * i + j] = g[m * i + j] * 2, pool[j * n + i] = g[m * i + j];
	double sum = 0;
	for (int i = 0; i < n * m; i++) sum += local[i] * (i % 5) - pool[i] * (i % 3);
	printf("%g\n", sum);
}


// That the last column is not that of the others must be assumed.
static double augmented(int n, int m, int columns, const double *g)
{
	double sum = 0, *a = malloc(n * columns * sizeof *a);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) a[i * columns + j] = g[i * m + j];
		a[i * columns + m] = i;
	}
	for (int i = 0; i < n * columns; i++) sum += a[i] * (i % 7);
	free(a);
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 13, m = argc > 2 ? atoi(argv[2]) : 7;
	double *g, sum = 0;
#pragma dist array g[n][m]
#pragma dist distribute g[block][*]
	g = malloc(n * m * sizeof *g);
	float *r = malloc(n * m * sizeof *r), *wide = calloc(n * (m + 4), sizeof *wide);
	int *cube = malloc(n * m * 3 * sizeof *cube);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) g[i * m + j] = i * j % 7;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) r[m * i + j] = g[i * m + j];
	for (int t = 0; t < 2; t++) copy_out(n, m, g, wide);
	both_ways(n, m, g);
	frame.rows = n;
	frame.image = malloc(frame.rows * m * sizeof *frame.image);
	for (int i = 0; i < frame.rows; i++)
		for (int j = 0; j < m; j++) frame.image[(frame.rows - 1 - i) * m + j] = g[i * m + j] - j;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < 3; k++) cube[(i * m + j) * 3 + k] = g[i * m + j] * k;
	for (int i = 0; i < n * m; i++) sum += r[i] * i + frame.image[i] * (i % 4);
	for (int i = 0; i < n * m * 3; i++) sum += cube[i] * (i % 13);
	for (int i = 0; i < n * (m + 4); i++) sum += wide[i] * (i % 6);
	printf("%g %g\n", sum, augmented(n, m, m + 1, g));
	return 0;
}
