// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// COUNTS: 4
// MAX-SLOW: 0
// RESIDENT: procs=4 args=2 below_mb=102
// Memory of a process: its share, its halo, and less than 30 MB. Three arrays of 96 MB, in rows and in a grid.
#include <stdio.h>
#include <stdlib.h>

#define N 3464

static double rows[N][N], next[N][N], grid[N][N];
#pragma dist distribute [block][*] :: rows, next
#pragma dist distribute grid[block][block]

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 1;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) rows[i][j] = next[i][j] = i ^ j;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) grid[i][j] = i + j;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) next[i][j] = rows[i - 1][j] + rows[i + 1][j];
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) rows[i][j] = next[i][j];
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) grid[i][j] += 1;
	}
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) sum += rows[i][j];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) sum += 4 * grid[i][j];
	printf("%.17g\n", sum);
	return 0;
}
