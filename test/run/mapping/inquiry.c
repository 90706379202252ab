// SPDX-License-Identifier: Apache-2.0
// RUN: %compare --flags=-I%hpcc_source/include %s
// MAX-SLOW: 0
//
// Inquiry functions in and outside of nests: what they say of the processes adds up to the same on any number of them.
#include <hpcc/dist.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 23, M = 10 };
static double a[N][M], b[N][M], plain[N];
#pragma dist distribute a[block][*], b[block][block]
static int owner[N];

// Neighbours in one block have one owner; owners come in order.
static int ordered(void)
{
	for (int i = 1; i < N; i++)
		if (dist_owner(a, i, 0) < dist_owner(a, i - 1, 0)) return 0;
	return 1;
}

static int within(const double *v, int n)
{
	int last = 0;
	for (int i = 0; i < n; i++)
		if (dist_owner(v, i) > last) last = dist_owner(v, i);
	return last < dist_nprocs();
}

int main(void)
{
	double *v = malloc(N * sizeof *v), sum = 0;
#pragma dist array v[N]
#pragma dist distribute v[block]
	int grid = dist_grid(a, 0) * dist_grid(a, 1), same = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			a[i][j] = i * M + j;
			b[i][j] = 1 + 0 * dist_owner(b, i, j) + (dist_nprocs() < 1);
		}
	for (int i = 0; i < N; i++) v[i] = dist_owner(v, i) == dist_owner(a, (size_t)i, 0);
	for (int i = 0; i < N; i++) sum += v[i];
	for (int i = 0; i < N; i++) owner[i] = dist_owner(&a[0][0], i, 0);
	for (int p = 0; p < dist_nprocs(); p++)
		for (int i = 0; i < N; i++) same += owner[i] == p;
	printf("%d %d %d\n", grid == dist_nprocs(), dist_grid(b, 0) * dist_grid(b, 1) == dist_nprocs(), dist_grid(plain, 0));
	printf("%g %d %d %d %d\n", sum, same, ordered(), within(v, N), dist_owner(plain, 3));
	printf("%g %g\n", a[N - 1][M - 1], b[3][4]);
	return 0;
}
