// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Sums over a few rows for each element, of which the nest keeps no more than the largest one: each sum has terms of
// several owners. It is computed where its first term is, and only rows of neighbours are sent, whether the window's
// size is a number or a variable. Not a collective for each sum.
// ARGS: 60 40 0 2
// ARGS: 60 40 2 2
// ARGS: 3 3 1 2
// PER-STEP: procs=2 from="60 40 0 2" to="60 40 0 12" collectives=3 messages=0,2
// PER-STEP: procs=4 from="60 40 0 2" to="60 40 0 12" collectives=3 messages=0,2,2,2
// PER-STEP: procs=7 from="60 40 0 2" to="60 40 0 12" collectives=3 messages=0,2,2,2,2,2,2
// PER-STEP: procs=7 from="60 40 2 2" to="60 40 2 12" collectives=3 messages=0,3,3,3,3,3,3
#include <stdio.h>
#include <stdlib.h>

static int n, m;
static double *a;
#pragma dist array a[n][m]
#pragma dist distribute a[block][*]

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 9;
	m = argc > 2 ? atoi(argv[2]) : 8;
	int r = argc > 3 ? atoi(argv[3]) : 1, steps = argc > 4 ? atoi(argv[4]) : 2;
	double most = 0, s;
	a = malloc(sizeof *a * n * m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = i * j % 51;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) a[i * m + j] += t;
		for (int i = 1; i < n - 1; i++) {
			s = 0;
			for (int k = -1; k < 2; k++) s += a[(i + k) * m + 1];
			if (s > most) most = s;
		}
		printf("%g\n", most);
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < m - 1; j++) {
				s = 0;
				for (int k = -1; k < 2; k++)
					for (int l = -1; l < 2; l++) s += a[(i + k) * m + j + l];
				if (s > most) most = s;
			}
		printf("%g\n", most);
		for (int i = r; i < n - r && r > 0; i++)
			for (int j = r; j < m - r; j++) {
				s = 0;
				for (int k = -r; k <= r; k++)
					for (int l = -r; l <= r; l++) s += a[(i + k) * m + j + l];
				if (s > most) most = s;
			}
		printf("%g\n", most);
	}
	return 0;
}
