// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// PER-STEP: procs=2 from="1" to="3" messages=10,1 bytes=7096,2704 collectives=0
// RUN: %hpcc -fdist -Rdist=summary %s -o %t 2>&1 | %FileCheck %s
//
// Gauss-Seidel in three dimensions, where the innermost loop goes along the split dimension: the pipeline is of the
// outermost loop, in whose strips planes are handed on, not lines.
#include <stdio.h>
#include <stdlib.h>

#define M 24
#define N 26
#define O 31

static float x[O + 2][N + 2][M + 2];
static double y[O][N][M];
#pragma dist distribute x[block][*][*]
#pragma dist distribute y[block][*][*]

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	for (int k = 0; k < O + 2; k++)
		for (int j = 0; j < N + 2; j++)
			for (int i = 0; i < M + 2; i++) x[k][j][i] = (i + 3 * j + k) % 17;
	for (int k = 0; k < O; k++)
		for (int j = 0; j < N; j++)
			for (int i = 0; i < M; i++) y[k][j][i] = (i + 3 * j + k) % 7;
	for (int t = 0; t < steps; t++) {
		// CHECK: :[[@LINE+1]]:3: remark: split along dimension 0 of 'x', as a pipeline in strips of 'i'; sent each time: 1 plane from below and 1 plane from above of 'x'
		for (int i = 1; i <= M; i++)
			for (int j = 1; j <= N; j++)
				for (int k = 1; k <= O; k++)
					x[k][j][i] = (x[k][j][i] + 0.1f * (x[k - 1][j][i] + x[k + 1][j][i] + x[k][j - 1][i] + x[k][j + 1][i] +
										x[k][j][i - 1] + x[k][j][i + 1])) /
						     1.6f;
		// CHECK: :[[@LINE+1]]:3: remark: split along dimension 0 of 'y', as a pipeline in strips of 'i'; sent each time: 1 plane from below of 'y'
		for (int i = 1; i < M; i++)
			for (int j = N - 2; j >= 0; j--)
				for (int k = 1; k < O; k++) y[k][j][i] = .25 * (y[k][j][i] + y[k - 1][j][i] + y[k][j][i - 1] + y[k][j + 1][i]);
	}
	double s = 0;
	for (int k = 0; k < O; k++)
		for (int j = 0; j < N; j++)
			for (int i = 0; i < M; i++) s += x[k + 1][j + 1][i + 1] * (1 + (i + j + k) % 3) + y[k][j][i];
	printf("%.9g %.9g %.9g\n", s, x[5][4][3], y[O - 1][0][M - 1]);
	return 0;
}
