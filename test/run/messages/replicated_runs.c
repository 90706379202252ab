// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 300 6000
// ARGS: 301 4000 x
// BY-ALL: 100 "for (i = 0; i < k; i++) sum += r[k - i - 1] * y[i];": messages would take longer than the work
// PER-STEP: procs=2 from="300 6000" to="300 6400" messages=0,0 bytes=0,0 collectives=0
// PER-STEP: procs=4 from="300 6000" to="300 6400" messages=0,0,0,0 bytes=0,0,0,0 collectives=0
// PER-STEP: procs=7 from="300 6000" to="300 6400" messages=0,0,0,0,0,0,0 bytes=0,0,0,0,0,0,0 collectives=0
//
// Loops of a few operations that send something in each iteration: behind some of them all processes have the arrays.
// Then a nest comes that is not among these, and one that has more to do; with `x` these come now and then.
#include <stdio.h>
#include <stdlib.h>

enum { M = 400 };
static double r[M], y[M], z[M], big[M][M], other[M];
#pragma dist distribute [block] :: r, y, z, other
#pragma dist distribute [block][*] :: big

// A step of Levinson's recursion.
static double levinson(int k, double alpha)
{
	double sum = 0;
	int i;
	for (i = 0; i < k; i++) sum += r[k - i - 1] * y[i];
	alpha = -(r[k] + sum) / (1 + alpha * alpha);
	for (i = 0; i < k; i++) z[i] = y[i] + alpha * y[k - i - 1];
	for (i = 0; i < k; i++) y[i] = z[i] / 4 + r[i];
	y[k] = alpha;
	return alpha;
}

static double another(int n)
{
	double most = 0;
	for (int i = 1; i < n; i++) other[i] = y[i] + r[i - 1];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) big[i][j] += other[i] - y[j];
	for (int i = 0; i < n; i++)
		if (big[i][n / 2] > most) most = big[i][n / 2];
	return most;
}

int main(int argc, char **argv)
{
	int k = argc > 1 ? atoi(argv[1]) : 60, steps = argc > 2 ? atoi(argv[2]) : 100, sometimes = argc > 3;
	double alpha = .5, s = 0;
	for (int i = 0; i < M; i++) r[i] = 1.0 / (i + 2) / M, y[i] = i % 3;
	for (int t = 0; t < steps; t++) {
		alpha = levinson(k, alpha);
		if (sometimes && t % 700 == 600) printf("%.9g\n", another(k));
		if (sometimes && t % 1500 == 1100) alpha = levinson(M - 1, alpha);
	}
	for (int i = 0; i < M; i++) s += y[i] * (i % 7) + z[i];
	printf("%.9g %.9g %.9g\n", s, alpha, y[3]);
	return 0;
}
