// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 19
// ARGS: 5
// MAX-SLOW: 0
// Short inner loops with negative bounds over a table of weights: a star and a compact stencil.
#include <stdio.h>
#include <stdlib.h>

#define RADIUS 2

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), steps = 3;
	double weight[2 * RADIUS + 1][2 * RADIUS + 1];
	double in[n][n], out[n][n];
#pragma dist distribute [block][*] :: in, out
	for (int ii = -RADIUS; ii <= RADIUS; ii++)
		for (int jj = -RADIUS; jj <= RADIUS; jj++) weight[ii + RADIUS][jj + RADIUS] = 0;
	for (int ii = 1; ii <= RADIUS; ii++) {
		weight[RADIUS][RADIUS + ii] = weight[RADIUS + ii][RADIUS] = 1.0 / (2 * ii);
		weight[RADIUS][RADIUS - ii] = weight[RADIUS - ii][RADIUS] = -1.0 / (2 * ii);
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) in[i][j] = i + 2.0 * j, out[i][j] = 0;
	for (int t = 0; t <= steps; t++) {
		for (int i = RADIUS; i < n - RADIUS; i++)
			for (int j = RADIUS; j < n - RADIUS; j++) {
				for (int ii = -RADIUS; ii <= RADIUS; ii++)
					out[i][j] += weight[ii + RADIUS][RADIUS] * in[i + ii][j];
				for (int jj = -RADIUS; jj < 0; jj++) out[i][j] += weight[RADIUS][jj + RADIUS] * in[i][j + jj];
				for (int jj = 1; jj <= RADIUS; jj++) out[i][j] += weight[RADIUS][jj + RADIUS] * in[i][j + jj];
			}
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) in[i][j] += 1.0;
	}
	for (int i = RADIUS; i < n - RADIUS; i++)
		for (int j = RADIUS; j < n - RADIUS; j++)
			for (int ii = -RADIUS; ii <= RADIUS; ii++)
				for (int jj = -RADIUS; jj <= RADIUS; jj++)
					out[i][j] += (ii + 2 * jj) * in[i + ii][j + jj];
	double norm = 0;
	for (int i = RADIUS; i < n - RADIUS; i++)
		for (int j = RADIUS; j < n - RADIUS; j++) norm += out[i][j] > 0 ? out[i][j] : -out[i][j];
	printf("%.17g\n", norm);
	for (int i = 0; i < n; i++) printf("%.17g %.17g\n", out[i][i], out[i][n / 2]);
	return argc != 2;
}
