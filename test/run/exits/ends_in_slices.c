// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3 0
// ARGS: 9 1
// ARGS: 20 0
// ARGS: 3 0 40
// ARGS: 9 1 17
// MAX-SLOW: 1
// BY-ALL: 97 the loop is run again by all up to the end of the program
// PER-STEP: procs=2 from="3 0 100 5" to="3 0 100 15" messages=3,3 bytes=12288,12288 collectives=1
// Transforms along the dimension that is split, each iteration's in work arrays of its own (FT of the NAS benchmarks).
// The loop runs in slices though the function that transforms may end the program. What the end shows is what the
// sequential program had set by then: 'b' is set before it is read, and all of it is brought all the same.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 32

static double a[N][M], b[N][M];
#pragma dist distribute [block][*] :: a, b

static void transform(int steps, int n, double *y, double *z, int at, int bad)
{
	if (steps < 1 || steps > 10 || at == bad) {
		printf("cannot transform %d in %d steps\n", at, steps);
		exit(3);
	}
	for (int l = 1; l <= steps; l++) {
		for (int k = 0; k < n; k++) z[k] = .5 * y[(k + l) % n];
		for (int k = 0; k < n; k++) y[k] = z[k];
	}
}

static void show(void)
{
	double s = 0;
	for (int k = 0; k < N; k++)
		for (int j = 0; j < M; j++) s += b[k][j] * (k + 2 * j);
	printf("%.12g\n", s);
}

static void along_columns(int steps, int bad)
{
	double y[N], z[N];
#pragma dist independent new(y, z)
	for (int j = 0; j < M; j++) {
		assert(steps > 0);
		for (int k = 0; k < N; k++) y[k] = a[k][j];
		transform(steps, N, y, z, j, bad);
		for (int k = 0; k < N; k++) b[k][j] = y[k];
	}
}

int main(int argc, char **argv)
{
	int steps = atoi(argv[1]), shows = atoi(argv[2]), bad = argc > 3 ? atoi(argv[3]) : -1;
	int times = argc > 4 ? atoi(argv[4]) : 4;
	if (shows) atexit(show);
	for (int k = 0; k < N; k++)
		for (int j = 0; j < M; j++) a[k][j] = k + 3 * j, b[k][j] = 1;
	for (int t = 0; t < times; t++) {
		along_columns(steps, t == 2 ? bad : -1);
		for (int k = 0; k < N; k++)
			for (int j = 0; j < M; j++) a[k][j] += b[k][j];
	}
	show();
	return 0;
}
