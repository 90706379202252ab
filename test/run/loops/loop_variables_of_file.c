// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 8 "for (k = 0; k < EDGE; k++) cube[i][j][k] = i + 0.5 * j + 0....": nothing in it is split
//            "for (i = 0; i < N; i++) for (j = 0; j < M && b[i][j] < 30;...": the value of 'j' after
//              the nest is needed
// MAX-SLOW: 1
// Loops that count by variables of file scope, and counters there: what functions that are called, or call, read of them, is what the loops
// have left. One nest is left to all processes: what its inner loop leaves is read.
#include <stdio.h>
#include <stdlib.h>

#define N 17
#define M 9
#define EDGE 4

int i, j, back;
static int k, at, left;
static double a[N][M], b[N][M], edge[N][EDGE];
static double ***cube;
static double h;
#pragma dist distribute [block][*] :: a, b, edge
#pragma dist array cube[N][M][EDGE]
#pragma dist align cube[i][j][k] with a[i][j]

static double weight(void) { return 0.5 * i + j; }
static int position(void) { return 100 * i + 10 * j + k; }
static void clear(double *row)
{
	for (k = 0; k < M; k++) row[k] = k;
}
static void restart(double *row)
{
	for (j = 0; j < M; j++) row[j] -= j;
}
static int first_beyond(double limit)
{
	for (i = 0; i < N; i++)
		for (j = 0; j < M; j++)
			if (a[i][j] > limit) return 1;
	return 0;
}

static void make(void)
{
	cube = malloc(N * sizeof *cube);
	for (i = 0; i < N; i++) {
		cube[i] = malloc(M * sizeof *cube[i]);
		for (j = 0; j < M; j++) {
			cube[i][j] = malloc(EDGE * sizeof *cube[i][j]);
			for (k = 0; k < EDGE; k++) cube[i][j][k] = i + 0.5 * j + 0.25 * k;
		}
	}
}

// Layers at the end of each row, counted backwards.
static void absorb(void)
{
	for (k = 0; k < EDGE - 1; ++k) {
		for (i = 0; i < N - 1; ++i)
			for (j = 0; j < M - 1; ++j) cube[i][j][k] += cube[i][j + 1][k] - 0.5 * cube[i + 1][j][k + 1] * a[i][j];
		for (i = 0; i < N - 1; ++i) {
			back = EDGE - 1;
			for (j = M - EDGE; j < M; ++j) {
				h = 0.5 * edge[i][back];
				edge[i][back] = h + cube[i][j][k];
				cube[i][j][k] -= edge[i][back];
				back = back - 1;
			}
		}
	}
}

static double sum(void)
{
	double s = 0;
	for (i = 0; i < N; i++)
		for (j = 0; j < M; j++) {
			s += (i + 2 * j) * (a[i][j] - b[i][j]);
			for (k = 0; k < EDGE; k++) s += k * cube[i][j][k];
		}
	return s;
}

// Triangles: what the inner loop leaves is not read by anybody.
static void triangles(void)
{
	for (at = 0; at < N; at++)
		for (left = 0; left < M && left <= at; left++) a[at][left] += at - left;
	for (at = 0; at < N; at++)
		for (left = at % M; left < M; left++) b[at][left] += at + left;
}

int main(void)
{
	for (i = 0; i < N; i++)
		for (j = 0; j < M; j++) {
			h = weight();
			a[i][j] = h;
			b[i][j] = h * h - weight();
		}
	printf("%d %g\n", position(), h);
	make();
	for (int t = 0; t < 3; t++) absorb();
	printf("%d %d\n", position(), back);
	printf("%g\n", sum());
	for (i = 1; i < N; i += 2) clear(a[i]);
	printf("%d\n", position());
	for (j = 0; j < N; j += M) restart(b[j]);
	printf("%d\n", position());
	triangles();
	printf("%g\n", sum());
	for (i = N - 1; i >= 2; i--)
		for (j = 0; j < M; j++) a[i][j] = 2 * b[i][j] - b[i - 1][j];
	printf("%d %g\n", position(), sum());
	if (first_beyond(20)) printf("%d\n", position());
	printf("%d %d\n", first_beyond(1e6), position());
	for (i = 0; i < N; i++) {
		for (j = 0; j < M && b[i][j] < 30; j++) b[i][j] = -b[i][j];
		if (j < M) b[i][j] = 0;
	}
	printf("%d %g\n", position(), sum());
	return 0;
}
