// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 0
// PER-STEP: procs=2 from=5 to=25 messages=2 bytes=520 collectives=0
// PER-STEP: procs=4 from=5 to=25 messages=2,4,4,2 bytes=520,1040,1040,520 collectives=0
// PER-STEP: procs=7 from=5 to=25 messages=2,4,4,4,4,4,2 bytes=520,1040,1040,1040,1040,1040,520 collectives=0
// Fluxes through faces in arrays without a mapping: each process computes those that it reads, and nothing is gathered. To each neighbour a message with
// a row of the plane, and one with an element of the line.
#include <stdio.h>
#include <stdlib.h>

enum { N = 63, M = 64 };
static double u[N][M], fx[N + 1][M], fy[N][M + 1], line[N], slope[N];
#pragma dist distribute u[block][*]
#pragma dist distribute line[block]

static void step_plane(double dt)
{
	for (int i = 1; i < N; i++)
		for (int j = 0; j < M; j++) fx[i][j] = .5 * (u[i - 1][j] + u[i][j]);
	for (int i = 0; i < N; i++)
		for (int j = 1; j < M; j++) fy[i][j] = .5 * (u[i][j - 1] + u[i][j]);
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++) u[i][j] -= dt * (fx[i + 1][j] - fx[i][j] + fy[i][j + 1] - fy[i][j]);
}

static void step_line(int n, double *a, double dt)
{
	double flux[n + 1];
	for (int j = 1; j < n; j++) slope[j] = a[j] - a[j - 1];
	for (int j = 1; j < n - 1; j++) flux[j] = a[j] * slope[j];
	for (int j = 1; j < n - 1; j++) a[j] -= dt * flux[j] * slope[j + 1];
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	for (int i = 0; i < N; i++) {
		line[i] = i % 5;
		for (int j = 0; j < M; j++) u[i][j] = (3 * i + 5 * j) % 17;
	}
	for (int t = 0; t < steps; t++) {
		step_plane(.1);
		step_line(N, line, .01);
	}
	for (int i = 0; i < N; i++) printf("%.15g %.15g\n", line[i], u[i][i]);
	return 0;
}
