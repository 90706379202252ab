// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 12 "for (int ii = 0; ii < N; ii += TILE) double sums[N];": some of its statements belong to no owner
// ARGS: 20 6
// ARGS: 16 4
// ARGS: 11 16
// ARGS: 9 0
// MAX-SLOW: 0
// Products by tiles that are copied first: to pieces of one block of memory, to arrays of their own, of file scope or of the iteration. Each process
// does the tiles of which it has a part.
#include <stdio.h>
#include <stdlib.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
enum { PAD = 3 };

#define A(i, j) a[(i) + order * (j)]
#define B(i, j) b[(i) + order * (j)]
#define C(i, j) c[(i) + order * (j)]
#define AA(i, j) aa[(i) + (tile + PAD) * (j)]
#define BB(i, j) bb[(i) + (tile + PAD) * (j)]
#define CC(i, j) cc[(i) + (tile + PAD) * (j)]

static void *aligned(size_t bytes)
{
	void *p = NULL;
	int failed = posix_memalign(&p, 64, bytes);
	if (failed) p = NULL;
	return p;
}

static void in_pieces(long order, int tile, const double *a, const double *b, double *c)
{
#pragma dist array a[order][order], b[order][order], c[order][order]
#pragma dist distribute[block][*] ::a, b, c
	int i, ig, ii, j, jg, jj, k, kg, kk, times;
	double *aa = NULL, *bb = NULL, *cc = NULL;
	if (tile > 0) {
		aa = aligned(3 * sizeof *aa * tile * (tile + PAD));
		bb = aa + tile * (tile + PAD);
		cc = &bb[tile * (tile + PAD)];
	}
	for (times = 0; times < 2; times++) {
		if (tile > 0) {
			for (jj = 0; jj < order; jj += tile) {
				for (kk = 0; kk < order; kk += tile) {
					for (jg = jj, j = 0; jg < MIN(jj + tile, order); j++, jg++)
						for (kg = kk, k = 0; kg < MIN(kk + tile, order); k++, kg++)
							BB(j, k) = B(kg, jg);
					for (ii = 0; ii < order; ii += tile) {
						for (kg = kk, k = 0; kg < MIN(kk + tile, order); k++, kg++)
							for (ig = ii, i = 0; ig < MIN(ii + tile, order); i++, ig++)
								AA(i, k) = A(ig, kg);
						for (jg = jj, j = 0; jg < MIN(jj + tile, order); j++, jg++)
							for (ig = ii, i = 0; ig < MIN(ii + tile, order); i++, ig++)
								CC(i, j) = 0;
						for (kg = kk, k = 0; kg < MIN(kk + tile, order); k++, kg++)
							for (jg = jj, j = 0; jg < MIN(jj + tile, order); j++, jg++)
								for (ig = ii, i = 0; ig < MIN(ii + tile, order);
								        i++, ig++)
									CC(i, j) += AA(i, k) * BB(j, k);
						for (jg = jj, j = 0; jg < MIN(jj + tile, order); j++, jg++)
							for (ig = ii, i = 0; ig < MIN(ii + tile, order); i++, ig++)
								C(ig, jg) += CC(i, j);
					}
				}
			}
		} else {
			for (jg = 0; jg < order; jg++)
				for (kg = 0; kg < order; kg++)
					for (ig = 0; ig < order; ig++) C(ig, jg) += A(ig, kg) * B(kg, jg);
		}
	}
	if (aa) free(aa);
}

enum { N = 26, TILE = 5 };
static double x[N][N], y[N][N], z[N][N], row[TILE][N];
#pragma dist distribute[block][block] ::x, y, z

// Tiles of a fixed size; the work array that comes from the iteration of one loop is filled in another one.
static void in_arrays(void)
{
	for (int ii = 0; ii < N; ii += TILE) {
		int last = MIN(ii + TILE, N);
		for (int i = ii; i < last; i++)
			for (int j = 0; j < N; j++) row[i - ii][j] = x[i][j] + x[N - 1 - i][j];
		for (int jj = 0; jj < N; jj += TILE) {
			double part[TILE][TILE];
			for (int i = ii; i < last; i++)
				for (int j = jj; j < MIN(jj + TILE, N); j++)
					part[i - ii][j - jj] = row[i - ii][N - 1 - j] * y[j][i];
			for (int i = ii; i < last; i++)
				for (int j = jj; j < MIN(jj + TILE, N); j++) z[i][j] += part[last - 1 - i][j - jj];
		}
	}
}

// What a tile leaves the next one uses: none can be left out.
static void from_before(void)
{
	double before[N] = {0};
	for (int ii = 0; ii < N; ii += TILE) {
		double sums[N];
		for (int j = 0; j < N; j++) {
			sums[j] = before[j];
			for (int i = ii; i < MIN(ii + TILE, N); i++) sums[j] += y[i][j];
		}
		for (int i = ii; i < MIN(ii + TILE, N); i++)
			for (int j = 0; j < N; j++) z[i][j] -= before[j];
		for (int j = 0; j < N; j++) before[j] = sums[j];
	}
}

int main(int argc, char **argv)
{
	long order = atol(argv[1]);
	int tile = atoi(argv[2]);
	double *a = aligned(sizeof *a * order * order), *b = malloc(sizeof *b * order * order),
	       *c = malloc(sizeof *c * order * order), sum = 0;
#pragma dist array a[order][order], b[order][order], c[order][order]
#pragma dist distribute[block][*] ::a, b, c
	for (long j = 0; j < order; j++)
		for (long i = 0; i < order; i++) A(i, j) = (i + 2 * j) % 7, B(i, j) = (3 * i + j) % 5, C(i, j) = 1;
	in_pieces(order, tile, a, b, c);
	for (long j = 0; j < order; j++)
		for (long i = 0; i < order; i++) sum += C(i, j) * (1 + (i + 31 * j) % 17);
	printf("%.0f\n", sum);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) x[i][j] = (i * 3 + j) % 11, y[i][j] = (i + j * 5) % 13, z[i][j] = 0;
	in_arrays();
	from_before();
	sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) sum += z[i][j] * (1 + (i * 7 + j) % 19);
	printf("%.0f\n", sum);
	free(a), free(b), free(c);
	return 0;
}
