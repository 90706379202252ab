// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Sums over windows that are cut off at the array's ends, of which only the largest is kept: all run the nest, on what
// is brought once, and it is told; not a collective for each sum.
// FLAGS: -Wno-dist
// MAX-SLOW: 2
// BY-ALL: 100 "if (i + k >= 0 && i + k < n) s += a[i + k];": sums of several owners, for each element
// ARGS: 60 2
// ARGS: 3 2
// PER-STEP: procs=2 from="60 2" to="60 12" collectives=1 messages=0
// PER-STEP: procs=7 from="60 2" to="60 12" collectives=1 messages=0
#include <stdio.h>
#include <stdlib.h>

static int n;
static double *a;
#pragma dist array a[n]
#pragma dist distribute a[block]

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 9;
	int steps = argc > 2 ? atoi(argv[2]) : 2;
	double most = 0, s;
	a = malloc(sizeof *a * n);
	for (int i = 0; i < n; i++) a[i] = i * i % 51;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++) a[i] += t;
		for (int i = 0; i < n; i++) {
			s = 0;
			for (int k = -1; k < 2; k++)
				if (i + k >= 0 && i + k < n) s += a[i + k];
			if (s > most) most = s;
		}
		printf("%g\n", most);
	}
	return 0;
}
