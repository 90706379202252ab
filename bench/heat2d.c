// SPDX-License-Identifier: Apache-2.0
//
// Explicit heat on N x N points, five or nine of them: `-DPOINTS=5` or 9. Split by rows, or with -DGRID both ways.
#include "clock.h"
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 4000
#endif

static double first(int i, int j) { return (i * 7 + j * 13) % 101; }

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 40;
	double(*u)[N] = malloc(sizeof(double[N][N])), (*v)[N] = malloc(sizeof(double[N][N]));
#pragma dist array u[N][N], v[N][N]
#ifdef GRID
#pragma dist distribute[block][block] ::u, v
#else
#pragma dist distribute[block][*] ::u, v
#endif
	if (!u || !v) return 1;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j] = v[i][j] = first(i, j);

	double begin = seconds();
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++)
#if POINTS == 9
				v[i][j] =
				        0.4 * u[i][j] + 0.1 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) +
				        0.05 * (u[i - 1][j - 1] + u[i - 1][j + 1] + u[i + 1][j - 1] + u[i + 1][j + 1]);
#else
				v[i][j] = u[i][j] +
				          0.2 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4.0 * u[i][j]);
#endif
		double(*old)[N] = u;
		u = v;
		v = old;
	}
	double middle = u[N / 2][N / 2];
	print_seconds(seconds() - begin);

	double highest = 0.0;
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			if (u[i][j] > highest) highest = u[i][j];
	printf("%.17g %.17g\n", middle, highest);
	free(u);
	free(v);
	return 0;
}
