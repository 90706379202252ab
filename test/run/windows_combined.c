// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Sums over a few rows for each element, of which the nest keeps no more than the largest one: each sum has terms of
// several owners, so all run the nest, on what is brought once, and it is said. Not a collective for each sum.
// FLAGS: -Wno-dist
// MAX-SLOW: 4
// BY-ALL: 100 "s += a[i + k][j + l];": sums of several owners, for each element
// ARGS: 60 40 2
// ARGS: 3 3 2
// PER-STEP: procs=2 from="60 40 2" to="60 40 12" collectives=2 messages=0
// PER-STEP: procs=4 from="60 40 2" to="60 40 12" collectives=2 messages=0
// PER-STEP: procs=7 from="60 40 2" to="60 40 12" collectives=2 messages=0
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
	int steps = argc > 3 ? atoi(argv[3]) : 2;
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
	}
	return 0;
}
