// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 15 9 7 2
// ARGS: 5 1 3 2
// MAX-SLOW: 0
//
// Alternating directions in three dimensions: memory from malloc, linearised by hand, that is redistributed for each direction; fewer
// planes than processes.
#include <stdio.h>
#include <stdlib.h>

#define U(i, j, k) u[((i) * m + (j)) * l + (k)]

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 6, m = argc > 2 ? atoi(argv[2]) : 5, l = argc > 3 ? atoi(argv[3]) : 4;
	int steps = argc > 4 ? atoi(argv[4]) : 1;
	double *u, *first, sum, most = -1;
#pragma dist array u[n][m][l]
#pragma dist distribute u[block][*][*]
#pragma dist dynamic :: u
	u = malloc(sizeof(double) * n * m * l);
	first = u;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++) U(i, j, k) = (i + 2 * j + 3 * k) % 7;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				for (int k = 1; k < l; k++) U(i, j, k) += 0.3 * U(i, j, k - 1);
		for (int i = 0; i < n; i++)
			for (int j = m - 2; j >= 0; j--)
				for (int k = 0; k < l; k++) U(i, j, k) -= 0.2 * U(i, j + 1, k);
#pragma dist redistribute u[*][block][*]
		for (int i = 1; i < n; i++)
			for (int j = 0; j < m; j++)
				for (int k = 0; k < l; k++) U(i, j, k) += 0.1 * U(i - 1, j, k);
		for (int i = 0; i < n; i++) printf("%.12g ", U(i, m / 2, l / 2));
		sum = 0;
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				for (int k = 0; k < l; k++) {
					sum += U(i, j, k);
					if (U(i, j, k) > most) most = U(i, j, k);
				}
		printf("\n%.10g %.12g\n", sum, most);
#pragma dist redistribute u[*][block][block]
		for (int i = 1; i < n; i++)
			for (int j = 0; j < m; j++)
				for (int k = 0; k < l; k++) U(i, j, k) *= 1 + 0.1 * (i % 3);
#pragma dist redistribute u[block][*][*]
	}
	for (int k = 0; k < n * m * l; k++) printf("%.12g%c", first[k], k % l == l - 1 ? '\n' : ' ');
	free(u);
	return 0;
}
