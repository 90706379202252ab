// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Flat subscripts by a function of another file, which stands behind this one and has the row's length in a variable of
// its own: that cannot be named here, and the loops are run by all, which is said.
// SOURCES: ../Inputs/own_strides.c
// ARGS: 30
// MAX-SLOW: 20
// BY-ALL: 100 "subscripts"
#include "../Inputs/own_strides.h"

#include <stdio.h>
#include <stdlib.h>

static double *E, *H;
#pragma dist array E[N][N], H[N][N]
#pragma dist distribute E[block][*], H[block][*]

static void update(void)
{
	extents f = get();
	for (int i = 1; i < f.nx - 1; i++)
		for (int j = 1; j < f.ny - 1; j++) {
			const int k = at(i, j);
			H[k] += .1 * (E[k] - E[k - f.ny] + E[k - 1]);
		}
	for (int i = 1; i < f.nx - 1; i++)
		for (int j = 1; j < f.ny - 1; j++) {
			const int k = at(i, j);
			E[k] -= .1 * (H[k] - H[k - f.ny]);
		}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 30;
	start(n, n);
	E = malloc(n * n * sizeof(double)), H = malloc(n * n * sizeof(double));
	for (int k = 0; k < n * n; k++) E[k] = k % 7, H[k] = 0;
	for (int t = 0; t < 10; t++) update();
	printf("%.9g\n", E[at(n / 2, n / 3)]);
	return 0;
}
