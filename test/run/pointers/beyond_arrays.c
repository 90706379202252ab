// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 12
// BY-ALL: 95 "for (long k = 0; k < n; k++) s = p[k] > s ? p[k] : s;": a pointer goes beyond the array that it
//              leads into
//            "for (long k = 0; k < n; k++) p[k] = k % 7 + by;": a pointer goes beyond the array that it leads into
//            "for (long k = 0; k < total; k++) base[k] *= 2;": nothing in it is split
//            "for (int i = 0; i < 2 * n; i++) for (int j = 0; j < m; j++)...": nothing in it is split
// LOST: "a pointer goes beyond the array that it leads into" that is what the loops do
// ARGS: 13 17
// ARGS: 300 200
// ARGS: 2 3
// Loops that go by one pointer over several arrays in one block, and over memory before, between and behind them.
#include <stdio.h>
#include <stdlib.h>

static void fill(double *p, long n, double by)
{
	for (long k = 0; k < n; k++) p[k] = k % 7 + by;
}

static double sum_of(const double *p, long n)
{
	double s = 0;
	for (long k = 0; k < n; k++) s = p[k] > s ? p[k] : s;
	return s;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 11, m = argc > 2 ? atoi(argv[2]) : 16, size = n * m;
	long total = 3 + 2 * size + 6;
	double *base = malloc(total * sizeof(double)), *u = base + 3, *v = u + size + 2;
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute u[block][*]
#pragma dist distribute v[*][block]
	fill(base, total, 1);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i * m + j] += v[i * m + j];
	for (long k = 0; k < total; k++) base[k] *= 2;
	fill(u, size + 1, 3);
	fill(u + size - 1, 5, 11);
	for (int j = 0; j < m; j++) v[j] = u[size + 1] + j;
	printf("%g %g %g\n", sum_of(base, total), sum_of(u, 2 * size), sum_of(base, 2));
	for (int t = 1; t <= 4; t++) printf("%g\n", sum_of(base, t * total / 4));
	double *w = base;
	for (int i = 0; i < 2 * n; i++)
		for (int j = 0; j < m; j++) w[i * m + j] += i;
	for (long k = 0; k < total; k++) printf("%g ", base[k]);
	puts("");
	free(base);
	return 0;
}
