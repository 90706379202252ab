// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// ENV: HPCC_STRIPS=5
// PER-STEP: procs=2 from=2 to=6 messages=15,6 collectives=1
// PER-STEP: procs=4 from=2 to=6 messages=15,21,21,6 collectives=1
// PER-STEP: procs=7 from=2 to=6 messages=15,21,21,21,21,21,6 collectives=1
// Pipelines with more than elements: sums and maxima over all iterations, of which each strip adds its part; loops in
// other steps than one; private values that are made beside the strips.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 41
#define M 53
static double a[N][M], u[N][M], w[N][M];
#pragma dist distribute[block][*] ::a, u, w
// Gauss and Seidel's method, with its residual and the largest change.
static double relax(double *most)
{
	double r = 0, top = 0;
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++) {
			double o = u[i][j];
			u[i][j] = .25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
			double d = o - u[i][j];
			r += d * d;
			if (fabs(d) > top) top = fabs(d);
		}
	*most = top;
	return r;
}
static void odd(void)
{
	for (int i = 1; i < N; i++)
		for (int j = 1; j < M - 1; j += 2) a[i][j] -= .1 * a[i - 1][j];
	for (int i = N - 2; i >= 0; i--)
		for (int j = M - 1; j >= 0; j -= 3) a[i][j] -= .1 * a[i + 1][j];
}
static void small(void)
{
	for (int i = 1; i < N; i++) {
		double s = 0;
		for (int k = 0; k < 3; k++) s += k * i;
		for (int j = 0; j < M; j++) w[i][j] += w[i - 1][j] / (1 + s);
	}
}
static void sum(const char *s, double (*p)[M])
{
	double t = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) t += p[i][j] * (1 + i % 3 + j % 5);
	printf("%s %.10g\n", s, t);
}
int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			a[i][j] = (i * 7 + j * 3) % 11, u[i][j] = (i + j) % 7, w[i][j] = i % 5 + j % 3;
	for (int t = 0; t < steps; t++) {
		double top, r = relax(&top);
		odd();
		small();
		printf("%.10g %.17g\n", r, top);
	}
	sum("a", a), sum("u", u), sum("w", w);
}
