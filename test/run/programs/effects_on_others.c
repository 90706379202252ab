// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Under such conditions, what is mapped and only used with the effects is brought as it was before; where nothing is
// printed all run it, too.
// FLAGS: -lm
// ARGS:
// ARGS: 1
// MAX-SLOW: 3
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#define N 30
static double x[N], y[N], z[N];
#pragma dist distribute [block] :: x, y, z
static double *w;
static double f(double v) { printf("f %g\n", v); return v + 1; }
static void g(int i) { printf("g %g\n", z[N - 1 - i]); z[i] = 5; }
static void step(int debug, int k)
{
	int count = 0;
	for (int i = 0; i < N; i++) {
		x[i] += i * 0.1;
		if (debug) {
			printf("%d %g %g\n", i, y[N - 1 - i], w[i / 2]);
			y[i] = f(z[(i * 7) % N]);
			g(i);
			count++;
		}
		if (k > 1 && i % 3 == 0) { puts("k"); w[i] += x[i]; }
	}
	printf("count %d\n", count);
}
int main(int argc, char **argv)
{
	int debug = argc > 1;
	w = malloc(N * sizeof *w);
#pragma dist distribute w[block]
	for (int i = 0; i < N; i++) y[i] = i * 3 % 7, z[i] = i % 5, w[i] = i;
	for (int t = 0; t < 3; t++) step(debug, t);
	double s = 0;
	for (int i = 0; i < N; i++) s += x[i] + y[i] * (i % 4) + z[i] * (i % 3) + w[i] * i;
	printf("%.9g\n", s);
	return 0;
}
