// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 41
// PER-STEP: procs=4 from="10" to="11" messages=3,0,0,0 bytes=984,0,0,0 collectives=0
// Loops over rows that read one row of the array that they set: index sets split there (shortest paths, by Floyd and
// Warshall). The row goes to all, once as it was and once as its own iteration has left it.
#include <stdio.h>
#include <stdlib.h>

#define N 41
#define AT(i, j) ((size_t)(i) * n + (j))

static double path[N][N];
#pragma dist distribute path[block][*]

static void fill(size_t n, double *d)
{
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) d[AT(i, j)] = (i * 7 + j * 3) % 23 + 1 + (i * j % 5 == 0 ? 100 : 0);
}

// The row is a parameter, and the array flat.
static void through(size_t n, double *d, size_t k)
{
	for (size_t i = 0; i < n; i++) {
		double first = d[AT(i, k)];
		for (size_t j = 0; j < n; j++) {
			double by = first + d[AT(k, j)];
			if (by < d[AT(i, j)]) d[AT(i, j)] = by;
		}
	}
}

static double sum_of(size_t n, const double *d)
{
	double sum = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) sum += d[AT(i, j)] * (i + 2 * j);
	return sum;
}

int main(int argc, char **argv)
{
	size_t n = N;
	int i, j, k, steps = argc > 1 ? atoi(argv[1]) : N;
	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++) path[i][j] = (i * j) % 7 + 1 + ((i + j) % 13 == 0 ? 99 : 0);
	for (k = 0; k < steps; k++)
#pragma omp parallel for private(j)
		for (i = 0; i < N; i++)
			for (j = 0; j < N; j++)
				path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
	// Row k is set in the middle of its step, so that the rows behind it read another one than those before it.
	for (k = N - 2; k > 3; k--)
		for (i = N - 1; i >= 1; i--)
			for (j = 0; j < N; j++) path[i][j] = 0.5 * path[i][j] + 0.25 * path[k][j] + i;
	double sum = 0;
	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++) sum += path[i][j] * (i + 2 * j);
	printf("%.9g %d\n", sum, i);

	double *d = malloc(n * n * sizeof *d);
#pragma dist array d[n][n]
#pragma dist distribute d[block][*]
	fill(n, d);
	for (size_t at = 0; at < n; at++) through(n, d, at);
	printf("%.9g\n", sum_of(n, d));
	free(d);
	return 0;
}
