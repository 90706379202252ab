// SPDX-License-Identifier: Apache-2.0
//
// Explicit heat on N x N x N points, seven of them. Split by planes, or with -DGRID in two dimensions.
#include "clock.h"
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 256
#endif

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 40;
	double(*u)[N][N] = malloc(sizeof(double[N][N][N])), (*v)[N][N] = malloc(sizeof(double[N][N][N]));
#pragma dist array u[N][N][N], v[N][N][N]
#ifdef GRID
#pragma dist distribute[block][block][*] ::u, v
#else
#pragma dist distribute[block][*][*] ::u, v
#endif
	if (!u || !v) return 1;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++) u[i][j][k] = v[i][j][k] = (i * 7 + j * 13 + k * 5) % 101;

	double begin = seconds();
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++)
				for (int k = 1; k < N - 1; k++)
					v[i][j][k] =
					        u[i][j][k] + 0.15 * (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] +
					                                    u[i][j + 1][k] + u[i][j][k - 1] +
					                                    u[i][j][k + 1] - 6.0 * u[i][j][k]);
		double(*old)[N][N] = u;
		u = v;
		v = old;
	}
	double middle = u[N / 2][N / 2][N / 2];
	print_seconds(seconds() - begin);

	double highest = 0.0;
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			for (int k = 1; k < N - 1; k++)
				if (u[i][j][k] > highest) highest = u[i][j][k];
	printf("%.17g %.17g\n", middle, highest);
	free(u);
	free(v);
	return 0;
}
