// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 25 "the loops of functions that get arrays otherwise split": they are split along another dimension, or overlap
// MAX-SLOW: 4
//
// Redistribution of parameters: undone when the function returns, unless the array is dynamic; arrays of structs and of VLAs, weights,
// a function that inherits what is redistributed.
#include <stdio.h>
#include <stdlib.h>

enum { N = 16 };
static double fixed[N][N], moving[N][N], plain[N][N];
#pragma dist distribute [block][*] :: fixed, moving
#pragma dist dynamic moving

static void down(int n, double x[n][n])
{
	for (int i = 1; i < n; i++)
		for (int j = 0; j < n; j++) x[i][j] += 0.25 * x[i - 1][j];
}

static int turned(int n, double x[n][n], int stop)
{
#pragma dist redistribute x[*][block]
	down(n, x);
	if (stop) return 1;
#pragma dist redistribute x[block][*]
	for (int i = 0; i < n; i++)
		for (int j = 1; j < n; j++) x[i][j] -= 0.125 * x[i][j - 1];
	if (n < 4) return 2;
#pragma dist redistribute x[*][block]
	return 0;
}

struct level {
	int n;
	double *v;
#pragma dist array v[n]
#pragma dist distribute v[block]
};

static void uneven(struct level *level, double *v)
{
	int n = level->n;
	int *sizes = calloc((size_t)n, sizeof *sizes);
	for (int k = 0; k < n; k++) sizes[k] = k == 0 ? n : 0;
#pragma dist redistribute v[gen_block(sizes)]
	for (int i = 0; i < n; i++) v[i] = 2 * v[i] + i;
	for (int i = 1; i < n; i++) v[i] += level->v[i - 1];
	free(sizes);
}

int main(int argc, char **argv)
{
	int n = N - argc;
	double vla[n][n];
#pragma dist distribute vla[*][block]
#pragma dist dynamic vla
	struct level level = {2 * N, malloc(2 * N * sizeof(double))};
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) fixed[i][j] = moving[i][j] = plain[i][j] = (i * j) % 6;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) vla[i][j] = i - j;
	for (int i = 0; i < 2 * N; i++) level.v[i] = i;
	for (int stop = 0; stop < 2; stop++) {
		int codes = turned(N, fixed, stop) + turned(N, moving, stop) + turned(N, plain, stop) + turned(n, vla, stop);
		printf("%d %.12g %.12g %.12g\n", codes, fixed[N - 1][2], moving[2][N - 1], plain[3][3]);
		down(N, fixed);
		down(N, moving);
		uneven(&level, level.v);
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			printf("%.10g %.10g %.10g%c", fixed[i][j], moving[i][j], plain[i][j], j == N - 1 ? '\n' : ' ');
	for (int i = 0; i < n; i++) printf("%.10g ", vla[i][n - 1 - i]);
	for (int i = 0; i < 2 * N; i++) printf("%.10g ", level.v[i]);
	puts("");
	free(level.v);
	return 0;
}
