// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Each step of time reads an element of a mapped array by itself, beside sweeps in one dimension that exchange their ends anyway.
#include <stdio.h>
#include <stdlib.h>

void close_ends(int n, const double x[], double at, double h[], int kind)
{
	if (kind == 1) {
		h[0] = h[n - 2];
		h[n - 1] = h[1];
	} else {
		h[0] = h[1] + at;
		h[n - 1] = h[n - 2] - x[0];
	}
}

int main(int argc, char **argv)
{
	int n = 20, steps = 12, i, step;
	double *h = malloc(n * sizeof *h), *middle = malloc((n - 1) * sizeof *h), *x = malloc(n * sizeof *h);
	double *times = malloc((steps + 1) * sizeof *h);
#pragma dist array h[n], middle[n - 1], x[n], times[steps + 1]
#pragma dist distribute [block] :: h, middle, x, times
	for (i = 0; i < n; i++) h[i] = x[i] = i * i % 7;
	for (i = 0; i <= steps; i++) times[i] = i * 0.125;
	for (step = 1; step <= steps; step++) {
		for (i = 0; i < n - 1; i++) middle[i] = (h[i] + h[i + 1]) / 2;
		for (i = 1; i < n - 1; i++) h[i] = h[i] - (middle[i] - middle[i - 1]);
		close_ends(n, x, times[step], h, argc + 1);
	}
	for (i = 0; i < n; i++) printf("%g ", h[i]);
	printf("\n");
	free(h);
	free(middle);
	free(x);
	free(times);
	return 0;
}
