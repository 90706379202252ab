// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// FLAGS: -std=gnu89 -w
// Functions whose parameters' types stand behind the list of their names, or nowhere: each has its copies, with the
// source's own text and for calls in nests, as other functions do.
#include <stdio.h>
#include <stdlib.h>
#define N 40
#define M 30
double a[N][M], b[N][M];
#pragma dist distribute a[block][*], b[block][*]
extern double sqrt();
static double cell(p, i, j)
double p[N][M];
int i, j;
{
	return (p[i - 1][j] + p[i + 1][j]) * .5;
}
randomize(p, n, m, scale) double p[N][M];
int n, m; /* sizes */
float scale;
{
	int i, j;
	for (i = 0; i < n; i++)
		for (j = 0; j < m; j++) p[i][j] = (float)rand() / RAND_MAX * scale;
}
void step(p, q) double (*p)[M], (*q)[M];
{
	int i, j;
	for (i = 1; i < N - 1; i++)
		for (j = 0; j < M; j++) q[i][j] = cell(p, i, j);
}
double element(i, j) { return a[i][j]; }
double none() { return b[3][4]; }
int main(argc, argv)
int argc;
char **argv;
{
	int t;
	randomize(a, N, M, 2.5);
	randomize(b, N, M, .5);
	for (t = 0; t < 50; t++) {
		step(a, b);
		step(b, a);
	}
	printf("%g %g %d\n", element(4, 5), none(), argc);
	return 0;
}
