// SPDX-License-Identifier: Apache-2.0
// RUN: %compare --hpcc-flags=-fdist-auto %s
// RUN: %hpcc -fdist -fdist-auto -fsyntax-only -fno-caret-diagnostics '-Rdist=auto|share' -Rdist-missed=auto %s 2>&1 | %FileCheck --implicit-check-not remark: %s
// MAX-SLOW: 0
//
// Arrays without a directive, aligned where that is free: with what is written beside them, shifted, by an array of each shape, local
// ones, and memory with a shape.
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define M 30
static double u[N][M];
#pragma dist distribute u[block][*]
static double next[N][M], weight[N], inner[N - 2][M], flux[M], all[N];
static int mark[N][M];
double seen[N];
static double *heap;
#pragma dist array heap[N]

static void fill(void)
{
	for (int i = 0; i < N; i++) {
		weight[i] = 1.0 / (i + 1);
		all[i] = seen[i] = i;
		heap[i] = 2 * i;
		for (int j = 0; j < M; j++) u[i][j] = i * j % 7;
	}
}

static double step(void)
{
	double shift[N], change = 0;
	for (int i = 0; i < N; i++) shift[i] = u[i][0];
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++) {
			next[i][j] = weight[i] * (u[i - 1][j] + u[i + 1][j]) + shift[i];
			inner[i - 1][j] = u[i][j] * all[N - 1 - i] + heap[i];
			mark[i][j] = u[i][j] > 2;
		}
	for (int i = 1; i < N - 1; i++) {
		for (int j = 0; j < M; j++) flux[j] = u[i][j];
		for (int j = 1; j < M - 1; j++) {
			u[i][j] = next[i][j] - 0.1 * inner[i - 1][j] + flux[j - 1] + mark[i][j] + seen[i];
			change += u[i][j];
		}
	}
	return change;
}

int main(void)
{
	heap = malloc(N * sizeof *heap);
	if (!heap) return 1;
	fill();
	for (int t = 0; t < 3; t++) printf("%.6g\n", step());
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%.6g\n", u[i][j]);
	return 0;
}
// In step() what has no owner is computed where it is read: there is nothing to align it with.
// CHECK: remark: 'weight' is left replicated: its elements are used where those of no mapped array are [-Rdist-missed=auto]
// CHECK: remark: 'seen' is left replicated: other files may use it; 'static' says that they do not [-Rdist-missed=auto]
// CHECK: remark: 'all' is left replicated: its elements are used where those of no mapped array are [-Rdist-missed=auto]
// CHECK: remark: 'heap' is left replicated: its elements are used where those of no mapped array are [-Rdist-missed=auto]
// CHECK: remark: the parts of 'weight' that processes write go to every process [-Rdist=share]
// CHECK: remark: the parts of 'seen' that processes write go to every process [-Rdist=share]
// CHECK: remark: the parts of 'all' that processes write go to every process [-Rdist=share]
