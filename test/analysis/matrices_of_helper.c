// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -Rdist=summary -fsyntax-only %s 2>&1 | %FileCheck %s
// Matrices that one helper makes are several: that one of them is mapped says nothing of the others, nor of their rows.
// CHECK-NOT: warning
#include <stdlib.h>

static double **new_matrix(int n, int m)
{
	double **rows = malloc((size_t)n * sizeof *rows);
	if (!rows) return NULL;
	for (int i = 0; i < n; i++) rows[i] = malloc((size_t)m * sizeof **rows);
	return rows;
}

static double **new_block(int n, int m)
{
	double **rows = malloc((size_t)n * sizeof *rows);
	rows[0] = malloc((size_t)(n * m) * sizeof **rows);
	for (int i = 1; i < n; i++) rows[i] = rows[i - 1] + m;
	return rows;
}

static double sum(double **w, int n, int m, const double *delta, double *out)
{
	double all = 0;
	for (int j = 1; j < n; j++) {
		double one = 0;
		// CHECK: matrices_of_helper.c:[[@LINE+1]]:3: remark: run by all: nothing in it is mapped
		for (int k = 1; k < m; k++) one += delta[k] * w[j][k];
		out[j] = one;
		all += one;
	}
	return all;
}

// A helper that gets several leads to all of them, and gives none the rows of another one.
static void fill(double **w, int n, int m)
{
	// CHECK: matrices_of_helper.c:[[@LINE+1]]:2: remark: split along dimension 0 of 'w'
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) w[i][j] = i + j;
}

double train(int n, int h)
{
	double **input = new_matrix(n, h), **hidden = new_matrix(h, 3), **large = new_block(n, h), **other = new_block(h, 3);
#pragma dist array input[n][h], large[n][h]
#pragma dist distribute input[block][*], large[block][*]
	double delta[4] = {1, 2, 3}, *out = malloc((size_t)h * sizeof *out), all = 0;
	// CHECK: matrices_of_helper.c:[[@LINE+1]]:2: remark: split along dimension 0 of 'large'
	for (int i = 0; i < n; i++)
		for (int j = 0; j < h; j++) input[i][j] = large[i][j] = i + j;
	for (int i = 0; i < h; i++)
		for (int j = 0; j < 3; j++) hidden[i][j] = other[i][j] = i - j;
	fill(input, n, h);
	fill(hidden, h, 3);
	all = sum(hidden, h, 3, delta, out) + sum(other, h, 3, delta, out);
	return all + input[1][1] + large[1][1];
}
