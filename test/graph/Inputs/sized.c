// SPDX-License-Identifier: Apache-2.0
// Blocks of sizes that the program computes.
#include <stdio.h>
#include <stdlib.h>
static double *u, *next;
static int sizes[100];
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 100;
	for (int k = 0; k < 100; k++) sizes[k] = k ? 0 : n;
#pragma dist array u[n][n], next[n][n]
#pragma dist distribute u[gen_block(sizes)][*]
#pragma dist align next[i][j] with u[i][j]
	u = malloc(sizeof *u * n * n);
	next = malloc(sizeof *next * n * n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) u[i * n + j] = next[i * n + j] = i * j;
	for (int t = 0; t < 5; t++) {
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < n - 1; j++) next[i * n + j] = u[(i - 1) * n + j] + u[(i + 1) * n + j];
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < n - 1; j++) u[i * n + j] = 0.5 * next[i * n + j];
	}
	printf("%g\n", u[n / 2 * n + n / 2]);
	return 0;
}
