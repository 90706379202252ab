// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Points of a plane, by tables that only the run knows, shown and noted in each step: their owners tell them, three
// elements of some bytes each, and the plane stays where it is.
// ARGS: 3
// PER-STEP: procs=2 from="4" to="10" messages=1,1 bytes=704,704 collectives=6
// PER-STEP: procs=4 from="4" to="10" messages=1,2,2,1 bytes=704,1408,1408,704 collectives=6
// PER-STEP: procs=7 from="4" to="10" messages=1,2,2,2,2,2,1 bytes=704,1408,1408,1408,1408,1408,704 collectives=6
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 70, COLUMNS = 90 };

static double u[ROWS][COLUMNS], v[ROWS][COLUMNS];
#pragma dist distribute [block][*] :: u, v

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3, n = 3;
	int *row = malloc(n * sizeof *row), *column = malloc(n * sizeof *column);
	double *seen = calloc((size_t)n * (steps + 1), sizeof *seen);
	for (int k = 0; k < n; k++) row[k] = 5 + 29 * k, column[k] = 80 - 13 * k;
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLUMNS; j++) u[i][j] = v[i][j] = i * j % 7;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < ROWS - 1; i++)
			for (int j = 1; j < COLUMNS - 1; j++)
				v[i][j] = .25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
		for (int i = 1; i < ROWS - 1; i++)
			for (int j = 1; j < COLUMNS - 1; j++) u[i][j] = v[i][j];
		for (int k = 0; k < n; k++) seen[t * n + k] = u[row[k]][column[k]];
		for (int k = 0; k < n; k++) printf(" %.9f", v[row[k]][column[k]]);
		printf("\n");
	}
	double sum = 0;
	for (int k = 0; k < n * steps; k++) sum += seen[k] * (k + 1);
	printf("%.9f\n", sum);
	return 0;
}
