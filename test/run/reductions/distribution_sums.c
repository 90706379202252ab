// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// FLAGS: -lm
// ARGS: 12
// MAX-SLOW: 0
// PER-STEP: procs=2 from=10 to=30 collectives=1
// PER-STEP: procs=4 from=10 to=30 collectives=3
// PER-STEP: procs=7 from=10 to=30 collectives=3
// Gram and Schmidt's method, as one writes it down: in the loop over j a sum down a column is needed in the same
// iteration. The loop is distributed, and the sums of all columns are made at once: three collectives for each k. The
// arrays come from one function: as far as is seen, one of them may be another one.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { M = 61 };

static void *xmalloc(size_t bytes)
{
	void *p = NULL;
	if (posix_memalign(&p, 64, bytes)) exit(1);
	return p;
}

static void *room(int n, int m) { return xmalloc((size_t)n * (size_t)m * sizeof(double)); }

static void orthogonalise(int m, int n, double (*a)[n], double (*r)[n], double (*q)[n])
{
	int i, j, k;
	double norm;
	for (k = 0; k < n; k++) {
		norm = 0;
		for (i = 0; i < m; i++) norm += a[i][k] * a[i][k];
		r[k][k] = sqrt(norm);
		for (i = 0; i < m; i++) q[i][k] = a[i][k] / r[k][k];
		for (j = k + 1; j < n; j++) {
			r[k][j] = 0;
			for (i = 0; i < m; i++) r[k][j] += q[i][k] * a[i][j];
			for (i = 0; i < m; i++) a[i][j] = a[i][j] - q[i][k] * r[k][j];
		}
	}
}

// Sums down columns into an array that all processes have.
static void center(int m, int n, double (*a)[n], double *mean)
{
	for (int j = 0; j < n; j++) {
		mean[j] = 0;
		for (int i = 0; i < m; i++) mean[j] += a[i][j];
		mean[j] /= 64;
		mean[j] = mean[j] < 0.5 ? 1 : mean[j];
	}
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) a[i][j] -= mean[j];
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12;
	double(*a)[n] = room(M, n), (*q)[n] = room(M, n), (*r)[n] = room(n, n), *mean = room(n, 1);
#pragma dist distribute [block][*] :: a, q, r
	for (int i = 0; i < M; i++)
		for (int j = 0; j < n; j++) {
			a[i][j] = (i * 7 + j * j * 5) % 11 + (i == j);
			q[i][j] = 0;
		}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) r[i][j] = 0;
	center(M, n, a, mean);
	for (int j = 0; j < n; j++) printf("%g\n", mean[j]);
	orthogonalise(M, n, a, r, q);
	double norm = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) norm += (r[i][j] > 0) * 3 + (r[i][j] > 1) * j;
	printf("%g\n", norm);
	for (int i = 0; i < M; i += 20) printf("%.4g %.4g\n", q[i][1], q[i][n / 2]);
	free(a), free(q), free(r), free(mean);
	return 0;
}
