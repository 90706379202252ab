// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static double *u, *next;
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1000, steps = argc > 2 ? atoi(argv[2]) : 10;
#pragma dist array u[n][n], next[n][n]
#pragma dist distribute u[block][*], next[block][*]
	u = malloc(sizeof *u * n * n);
	next = malloc(sizeof *next * n * n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) u[i * n + j] = next[i * n + j] = i == 0;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < n - 1; j++)
				next[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < n - 1; j++) u[i * n + j] = next[i * n + j];
	}
	printf("%g\n", u[n / 2 * n + n / 2]);
	return 0;
}
