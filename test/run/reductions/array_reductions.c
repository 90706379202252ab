// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Reductions into elements of arrays: columns of rows that are split, histograms, into mapped memory and memory that all have, through
// parameters and members.
// FLAGS: -lm
// ARGS:
// ARGS: 1 2 3 4 5
// MAX-SLOW: 0
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#define N 37
#define M 23
static double a[N][M], y[M], z[M], w[N][M];
static double lo[M], hi[M];
static int key[N], hist[10], mh[10];
static unsigned bits[M], par[M];
static float f[3][M];
static double b[M][N], g[M], c4[5][4], big[7000], bigm[7000];
#pragma dist distribute a[block][*]
#pragma dist distribute [block] :: y, key, mh, bigm
#pragma dist distribute w[block][*]
#pragma dist distribute b[*][block]
struct s { int n; double *v; };
static void cols(int n, int m, const double *A, double *s)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s[j] += A[i * m + j];
}
static void into(struct s *q, int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < q->n; j++) q->v[j] += a[i][j] * 0.5;
}
// Of what is not mapped the shape says how much there is; which bin is found by halving.
static void find_bins(int n, int bins, const double *edge, long *count)
{
#pragma dist array count[bins + 1], edge[bins]
	for (int i = 0; i < n; i++) {
		int low = 0, high = bins;
		while (high > low + 1) {
			int k = (low + high) / 2;
			if (a[i][1] < edge[k])
				high = k;
			else
				low = k;
		}
		if (a[i][1] < edge[low])
			count[bins] += 1;
		else
			count[low] += 1;
	}
}
int main(int argc, char **argv)
{
	int n = argc > 5 ? 3 : N;
	for (int i = 0; i < N; i++) {
		key[i] = (i * 7 + 3) % 10;
		for (int j = 0; j < M; j++) a[i][j] = (i * 31 + j * 17) % 64 - 20;
	}
	for (int j = 0; j < M; j++) { y[j] = j; z[j] = -j; lo[j] = 3; hi[j] = -3; bits[j] = j; par[j] = ~0u; g[j] = 1; }
	for (int j = 0; j < M; j++) for (int i = 0; i < N; i++) b[j][i] = (i * 13 + j * 7) % 32;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) y[j] += a[i][j];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) z[j] = a[i][j] * 2 + z[j];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) {
			lo[j] = fmin(lo[j], a[i][j]);
			hi[j] = hi[j] > a[i][j] ? hi[j] : a[i][j];
			bits[j] ^= (unsigned)(a[i][j] + 64);
			par[j] &= (unsigned)(a[i][j] + 64) | 5;
		}
	for (int i = 0; i < n; i++) hist[key[i]]++;
	for (int i = 0; i < n; i++) mh[key[i]] += 2;
	for (int i = 0; i < n; i++) f[i % 3][i % M] += a[i][2];
	for (int j = 0; j < M; j++)
		for (int i = 0; i < n; i++) g[j] += b[j][i];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) c4[i % 5][j % 4] += a[i][j];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) { big[i * 100 + j] += a[i][j]; big[j * 3] += 1; }
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) bigm[j * 100 + 2 * i] -= a[i][j];
	for (int j = M - 1; j >= 0; j--)
		for (int i = n - 1; i >= 1; i -= 2) y[j] += b[M - 1 - j][i] + a[i][j];
	double *s = calloc(M, sizeof *s), *t = calloc(M, sizeof *t);
	cols(n, M, &a[0][0], s);
	cols(2, M, &a[3][0], s);
	cols(n, M, &a[0][0], y);
	struct s q = {M, t};
	into(&q, n);
	q.v = y;
	into(&q, n - 1);
	for (int j = 0; j < M; j++) printf("%g %g %g %g %u %u %g %g %g %g %g\n", y[j], z[j], lo[j], hi[j], bits[j], par[j], f[0][j], f[2][j], g[j], s[j], t[j]);
	for (int j = 0; j < 10; j++) printf("%d %d\n", hist[j], mh[j]);
	for (int j = 0; j < 20; j++) printf("%g ", c4[j / 4][j % 4]);
	double edge[9];
	long *count = calloc(9, sizeof *count), few[4] = {0};
	for (int k = 0; k < 9; k++) edge[k] = 8 * k - 16;
	find_bins(n, 8, edge, count);
	find_bins(n, 3, edge + 1, few);
	for (int k = 0; k < 9; k++) printf("%ld ", count[k] + (k < 4 ? 100 * few[k] : 0));
	free(count);
	double sum = 0; for (int j = 0; j < 7000; j++) sum += big[j] * (j % 11) + bigm[j] * (j % 13);
	printf("%g\n", sum);
	return 0;
}
