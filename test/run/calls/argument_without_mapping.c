// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 34 "for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) own...": nothing in it is split
// ARGS: 37 3
// ARGS: 2 1
// MAX-SLOW: 0
// PER-STEP: procs=4 from="64 10" to="64 30" messages=1,2,2,1 bytes=496,992,992,496
// Directives at functions' parameters alone: what they are given is split from then on.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 80
#pragma dist array a[n][n], b[n][n]
#pragma dist distribute a[block][*]
#pragma dist align b[i][j] with a[i][j]
static void smooth(int n, const double *a, double *b)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++)
			b[i * n + j] = 0.2 * (a[i * n + j] + a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]);
}
#pragma dist distribute v[block][*]
static void scale(double v[N][N], int n, double by)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < N; j++) v[i][j] *= by;
}
static double kept[N][N];
static double corner(void) { return kept[0][0] + kept[N - 1][N - 1]; }
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 37, steps = argc > 2 ? atoi(argv[2]) : 3;
	double *u = malloc(n * n * sizeof *u), *w = calloc(n * n, sizeof *w), own[N][N];
	for (int i = 0; i < n * n; i++) u[i] = i % 17;
	memcpy(w, u, n * n * sizeof *w);
	for (int t = 0; t < steps; t++) {
		smooth(n, u, w);
		double *s = u;
		u = w, w = s;
	}
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += u[i * n + j] * (i - 2 * j);
	printf("%.12g %g\n", sum, u[n + 1]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) own[i][j] = kept[i][j] = i + j;
	scale(own, N, 2);
	scale(kept, N, 3);
	printf("%g %g %g\n", corner(), own[3][4], own[N - 1][2]);
	free(u), free(w);
	return 0;
}
