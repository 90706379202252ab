// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Periodic neighbours by % in loops whose bounds are variables of which nothing is known: a row to each neighbour where
// they are those of the array, four times a step, in functions that know its length and in those that know nothing; and
// right answers where an index goes around it many times.
// ARGS: 0 97 5
// ARGS: 13 60 5
// ARGS: 40 300 2
// ARGS: 96 97 3
// PER-STEP: procs=2 from="0 97 5" to="0 97 15" messages=4 bytes=1856 collectives=0
// PER-STEP: procs=4 from="0 97 5" to="0 97 15" messages=8 bytes=1856 collectives=0
// PER-STEP: procs=7 from="0 97 5" to="0 97 15" messages=8 bytes=1856 collectives=0
#include <stdio.h>
#include <stdlib.h>

enum { N = 97, M = 29, LONG = 400 };

static double u[N][M], v[N][M];
static double ring[N], wound[LONG];
#pragma dist distribute [block][*] :: u, v
#pragma dist distribute [block] :: ring, wound

static void step(int lo, int hi)
{
	for (int y = lo; y < hi; y++)
		for (int x = 0; x < M; x++) v[y][x] = .5 * (u[(y - 1 + N) % N][x] + u[(y + 1) % N][(x + M - 1) % M]);
}

static void step_rows(int lo, int hi, double (*a)[M], double (*b)[M])
{
	for (int y = lo; y < hi; y++)
		for (int x = 0; x < M; x++) b[y][x] = .25 * (a[(y + N - 1) % N][x] + a[(y + 1) % N][x] + a[y][x]);
}

static void step_flat(int n, const double *a, double *b)
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < M; x++) b[y * M + x] = .5 * (a[(y - 1 + N) % N * M + x] + a[(y + 1) % N * M + x]);
}

// Goes around the ring as often as it takes.
static void wind(int lo, int hi)
{
	for (int k = lo; k < hi; k++) wound[k] = ring[(k + 5) % N] + ring[k % N];
}

int main(int argc, char **argv)
{
	int lo = argc > 1 ? atoi(argv[1]) : 0, hi = argc > 2 ? atoi(argv[2]) : N, steps = argc > 3 ? atoi(argv[3]) : 3;
	int end = hi < N ? hi : N;
	for (int y = 0; y < N; y++)
		for (int x = 0; x < M; x++) u[y][x] = (y * 7 + x) % 11, v[y][x] = 1;
	for (int y = 0; y < N; y++) ring[y] = y * y % 13;
	for (int t = 0; t < steps; t++) {
		step(lo, end);
		step_rows(lo, end, v, u);
		step_flat(end, &u[0][0], v[0]);
		step(lo, end);
		step_rows(lo, end, v, u);
		u[t % N][0] = t;
	}
	wind(lo, hi);
	double sum = 0, last = 0;
	for (int y = 0; y < N; y++)
		for (int x = 0; x < M; x++) sum += u[y][x] * (x % 3 + y);
	for (int k = 0; k < LONG; k++) last += wound[k] * (k % 7);
	printf("%.10g %.10g\n", sum, last);
	return 0;
}
