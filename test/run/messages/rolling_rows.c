// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// ARGS: 8
// PER-STEP: procs=2 from="10" to="20" messages=2,2 bytes=1864,936 collectives=1
//
// Buffers for a row, `now` and `next`, where the one becomes the other at the end of each row. What they hold hangs on
// the mapped array alone: each process computes that of the row before its first one anew, and nobody waits. The ends
// of the buffers are never set, and stay what they were. The collective operation is for the sum.
#include <stdio.h>
#include <stdlib.h>

enum { M = 60 };

static double sum, phi[M][M], out[M][M], now[M], next[M];
#pragma dist distribute [block][*] :: phi, out

static void difference(int i, double *d)
{
	for (int j = 1; j < M - 1; j++) d[j] = phi[i][j] - phi[i - 1][j];
}

// Filled by a function; more is handed on than it sets.
static void called(void)
{
	difference(1, now);
	for (int i = 1; i < M - 1; i++) {
		difference(i + 1, next);
		for (int j = 1; j < M - 1; j++) out[i][j] = next[j] - now[j] + next[j + 1];
		for (int j = 0; j < M; j++) now[j] = next[j];
	}
}

// The same buffers, filled in loops from the last row to the first one; and a running sum of what is in them.
static void downward(void)
{
	for (int j = 1; j < M - 1; j++) now[j] = phi[M - 2][j] + 0.25 * phi[M - 2][j + 1];
	for (int i = M - 2; i > 0; i--) {
		for (int j = 1; j < M - 1; j++) next[j] = phi[i - 1][j] + 0.25 * phi[i - 1][j + 1];
		for (int j = 1; j < M - 1; j++) out[i][j] += now[j] - next[j];
		for (int j = 1; j < M - 1; j++) sum += 0.001 * out[i][j];
		for (int j = 1; j < M - 1; j++) now[j] = next[j];
	}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 1;
	for (int j = 0; j < M; j++) next[j] = j % 3;
	for (int i = 0; i < M; i++)
		for (int j = 0; j < M; j++) phi[i][j] = i * j % 7;
	for (int t = 0; t < steps; t++) {
		called();
		downward();
		for (int i = 1; i < M - 1; i++)
			for (int j = 1; j < M - 1; j++) phi[i][j] += 0.1 * out[i][j];
	}
	for (int i = 0; i < M; i++)
		for (int j = 0; j < M; j++) sum += phi[i][j] * (i + 2 * j);
	printf("%.8e %.9g %.9g\n", sum, phi[30][7], phi[50][9]);
	return 0;
}
