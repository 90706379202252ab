// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 4 23
// ARGS: 3 19 5
// ARGS: 2 3
// ARGS: 0 9
// SOURCES: ../Inputs/timer.c
// A kernel benchmark as it is written: file of macros, column-major macros, a timer that starts at iteration 1, a check of
// the result at the end, sizes as long, a tiled version by argument.
#include <stdio.h>
#include <stdlib.h>
#include "../Inputs/timer.h"

#ifndef RADIUS
#define RADIUS 2
#endif
#define DTYPE double
#define EPSILON 1.e-8
#define COEFX 1.0
#define COEFY 1.0
#define MIN(x, y) ((x) < (y) ? (x) : (y))
#define ABS(x) ((x) >= 0 ? (x) : (-(x)))
#define INDEX_IN(i, j) (i + ((j) * (n)))
#define IN(i, j) in[INDEX_IN(i, j)]
#define OUT(i, j) out[INDEX_IN(i, j)]
#define WEIGHT(ii, jj) weight[ii + RADIUS][jj + RADIUS]

int main(int argc, char **argv)
{
	long n;
	int tile_size, i, j, ii, jj, it, jt, iter, iterations, tiling;
	DTYPE norm, reference, *in, *out, weight[2 * RADIUS + 1][2 * RADIUS + 1];
	double time = 0;
	size_t length;
#pragma dist array in[n][n], out[n][n]
#pragma dist distribute [block][*] :: in, out

	if (argc != 3 && argc != 4) {
		printf("Usage: %s <iterations> <size> [<tile size>]\n", "kernel");
		return EXIT_FAILURE;
	}
	iterations = atoi(*++argv);
	if (iterations < 1) {
		printf("ERROR: iterations must be >= 1 : %d\n", iterations);
		exit(EXIT_FAILURE);
	}
	n = atol(*++argv);
	if (2 * RADIUS + 1 > n) {
		printf("ERROR: radius %d exceeds grid size %ld\n", RADIUS, n);
		exit(EXIT_FAILURE);
	}
	tile_size = argc == 4 ? atoi(*++argv) : (int)n;
	tiling = tile_size > 0 && tile_size < n;
	length = n * n * sizeof(DTYPE);
	in = (DTYPE *)malloc(length);
	out = (DTYPE *)malloc(length);
	if (!in || !out) {
		printf("ERROR: could not allocate space for %zu bytes\n", 2 * length);
		exit(EXIT_FAILURE);
	}
	for (jj = -RADIUS; jj <= RADIUS; jj++)
		for (ii = -RADIUS; ii <= RADIUS; ii++) WEIGHT(ii, jj) = (DTYPE)0.0;
	for (ii = 1; ii <= RADIUS; ii++) {
		WEIGHT(0, ii) = WEIGHT(ii, 0) = (DTYPE)(1.0 / (2.0 * ii * RADIUS));
		WEIGHT(0, -ii) = WEIGHT(-ii, 0) = -(DTYPE)(1.0 / (2.0 * ii * RADIUS));
	}
	norm = (DTYPE)0.0;
	printf("Grid size            = %ld\n", n);
	if (tiling) printf("Tile size            = %d\n", tile_size);
	for (j = 0; j < n; j++)
		for (i = 0; i < n; i++) IN(i, j) = COEFX * i + COEFY * j;
	for (j = RADIUS; j < n - RADIUS; j++)
		for (i = RADIUS; i < n - RADIUS; i++) OUT(i, j) = (DTYPE)0.0;

	for (iter = 0; iter <= iterations; iter++) {
		if (iter == 1) time = seconds();
		if (!tiling) {
			for (j = RADIUS; j < n - RADIUS; j++)
				for (i = RADIUS; i < n - RADIUS; i++) {
					for (jj = -RADIUS; jj <= RADIUS; jj++) OUT(i, j) += WEIGHT(0, jj) * IN(i, j + jj);
					for (ii = -RADIUS; ii < 0; ii++) OUT(i, j) += WEIGHT(ii, 0) * IN(i + ii, j);
					for (ii = 1; ii <= RADIUS; ii++) OUT(i, j) += WEIGHT(ii, 0) * IN(i + ii, j);
				}
		} else {
			for (j = RADIUS; j < n - RADIUS; j += tile_size)
				for (i = RADIUS; i < n - RADIUS; i += tile_size)
					for (jt = j; jt < MIN(n - RADIUS, j + tile_size); jt++)
						for (it = i; it < MIN(n - RADIUS, i + tile_size); it++) {
							for (jj = -RADIUS; jj <= RADIUS; jj++)
								OUT(it, jt) += WEIGHT(0, jj) * IN(it, jt + jj);
							for (ii = -RADIUS; ii < 0; ii++) OUT(it, jt) += WEIGHT(ii, 0) * IN(it + ii, jt);
							for (ii = 1; ii <= RADIUS; ii++) OUT(it, jt) += WEIGHT(ii, 0) * IN(it + ii, jt);
						}
		}
		for (j = 0; j < n; j++)
			for (i = 0; i < n; i++) IN(i, j) += 1.0;
	}
	time = seconds() - time;
	for (j = RADIUS; j < n - RADIUS; j++)
		for (i = RADIUS; i < n - RADIUS; i++) norm += (DTYPE)ABS(OUT(i, j));
	norm /= (double)(n - 2 * RADIUS) * (double)(n - 2 * RADIUS);
	reference = (DTYPE)(iterations + 1) * (COEFX + COEFY);
	if (ABS(norm - reference) > EPSILON) {
		printf("ERROR: L1 norm = %f, Reference L1 norm = %f\n", norm, reference);
		exit(EXIT_FAILURE);
	}
	printf("Solution validates, norm %.10f\n", norm);
	fprintf(stderr, "Avg time (s): %f\n", time / iterations);
	exit(EXIT_SUCCESS);
}
