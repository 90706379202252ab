// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Neighbours and bounds that fmin and fmax of integers keep inside: as by ?:, a row from each neighbour.
// FLAGS: -lm
// ARGS: 61 43 3
// ARGS: 1 5 3
// PER-STEP: procs=2 from="60 40 4" to="60 40 14" collectives=0 messages=2
// PER-STEP: procs=7 from="60 40 4" to="60 40 14" collectives=0 messages=2,4,4,4,4,4,2
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), steps = atoi(argv[3]);
	double (*u)[m] = malloc(sizeof *u * (size_t)n), (*v)[m] = malloc(sizeof *v * (size_t)n);
#pragma dist distribute [block][*] :: u, v
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i][j] = (i * 7 + j * 3) % 17;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) {
				int above = fmax(i - 1, 0), below = (int)fmin(i + 1, n - 1);
				v[i][j] = .5 * u[i][j] + .25 * (u[above][j] + u[below][j]);
			}
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) {
				double sum = 0;
				for (int a = (int)fmax(0, i - 1); a <= (int)fmin(n - 1, i + 1); a++)
					for (int b = fmax(0, j - 1); b < fmin(m, j + 2); b++) sum += v[a][b];
				u[i][j] = sum / 9;
			}
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) printf("%.9g\n", u[i][j]);
	return 0;
}
