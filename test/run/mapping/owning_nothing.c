// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 51 "for (int i = 0; i < n; i++) long s = i;": some of its statements belong to no owner
// ARGS: 11 5
// ARGS: 5 2
// COUNTS: 1 2 3 4 7
// Processes that own nothing of what a nest writes (5 columns on 4 processes) run what all run of it, and need what that reads.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 11, m = argc > 2 ? atoi(argv[2]) : 5;
	float(*a)[m] = calloc((size_t)n * m, sizeof(float)), (*b)[m] = calloc((size_t)n * m, sizeof(float));
	float w[n], c[n];
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute a[*][block], b[block][block], c[block]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) b[i][j] = (i * 5 + j * 3 + 1) % 23;
	long last = 0;
	for (int i = 0; i < n; i++) {
		long s = i;
		for (int j = 0; j < m; j++) s += (long)b[i][j];
		for (int j = 0; j < m; j++) a[i][j] += s;
		w[i] = s % 101;
		last = s;
	}
	for (int i = 0; i < n; i++) c[i] = 2 * w[i] + a[i][0];
	for (int i = 0; i < n; i++) printf("%g %g\n", c[i], w[i]);
	printf("%ld\n", last);
	return 0;
}
