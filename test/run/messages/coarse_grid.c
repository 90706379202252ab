// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 9
// ARGS: 2
// Restriction and prolongation between a fine and a coarse grid.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), f = 2 * n - 1;
	double fine[f][f], coarse[n][n];
#pragma dist distribute fine[block][*]
#pragma dist align coarse[i][j] with fine[2*i][2*j]
	for (int i = 0; i < f; i++)
		for (int j = 0; j < f; j++) fine[i][j] = (i * i + j) % 32;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) coarse[i][j] = fine[2 * i][2 * j];
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++)
			coarse[i][j] = 0.5 * fine[2 * i][2 * j] + 0.125 * (fine[2 * i - 1][2 * j] + fine[2 * i + 1][2 * j] +
			                                                    fine[2 * i][2 * j - 1] + fine[2 * i][2 * j + 1]);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) fine[2 * i][2 * j] += coarse[i][j];
	for (int i = 0; i < n - 1; i++)
		for (int j = 0; j < n; j++) fine[2 * i + 1][2 * j] += 0.5 * (coarse[i][j] + coarse[i + 1][j]);
	for (int i = 0; i < f; i++)
		for (int j = 1; j < f; j += 2) fine[i][j] += 0.25 * coarse[i / 2][j / 2];
	for (int i = 0; i < f; i++) {
		for (int j = 0; j < f; j++) printf("%g ", fine[i][j]);
		printf("\n");
	}
	return argc != 2;
}
