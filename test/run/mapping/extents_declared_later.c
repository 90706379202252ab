// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Pointers whose shape names variables that are declared behind them: null pointers first, or memory that they have already.
#include <stdio.h>
#include <stdlib.h>

static void read_sizes(int *n, int *m)
{
	*n = 14;
	*m = 6;
}

int main(void)
{
	double *u = NULL, *v = (double *)0;
	int *flags = 0;
	double *memory = calloc(70, sizeof *memory), *line = memory;
	int n, m, length = 70;
#pragma dist array u[n][m], v[n][m], flags[n][m], line[length]
#pragma dist distribute u[block][*], v[block][*], flags[block][*], line[block]
	read_sizes(&n, &m);
	u = malloc(n * m * sizeof *u);
	v = malloc(n * m * sizeof *v);
	flags = malloc(n * m * sizeof *flags);
	if (!u || !v || !flags || !memory) return 1;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			u[i * m + j] = i * j;
			v[i * m + j] = 0;
			flags[i * m + j] = (i + j) % 2;
		}
	for (int k = 0; k < length; k++) line[k] = k % 7;
	for (int step = 0; step < 4; step++) {
		for (int i = 1; i < n - 1; i++)
			for (int j = 0; j < m; j++)
				if (flags[i * m + j]) v[i * m + j] = u[(i - 1) * m + j] + u[(i + 1) * m + j] + line[i * 5 + j];
		double *swap = NULL;
		swap = u;
		u = v;
		v = swap;
	}
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += (i + 1) * u[i * m + j] + j * v[i * m + j];
	printf("%g\n", sum);
	free(u);
	free(v);
	free(flags);
	free(memory);
	return 0;
}
