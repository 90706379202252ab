// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// (*p)[k]: the array that the pointer behind p leads to, and not row 0 of rows behind pointers; or that, where it is.
#include <stdio.h>
#include <stdlib.h>
enum { N = 17, M = 9 };

static void fill(int rows, int cols, short **out, const short *in)
{
	int r, c, pos;
	for (r = 0, pos = 0; r < rows; r++)
		for (c = 0; c < cols; c++, pos++) (*out)[pos] = in[pos] + 1;
}

static void spread(int rows, int cols, short **to, short **from)
{
	for (int r = 1; r < rows - 1; r++)
		for (int c = 0; c < cols; c++)
			(*to)[r * cols + c] = (*from)[(r - 1) * cols + c] + (*from)[(r + 1) * cols + c];
}

static void swap(short **x, short **y)
{
	short *t = *x;
	*x = *y;
	*y = t;
}

static void add(int n, short **x, int by)
{
	for (int k = 0; k < n; k++) (*x)[k] += by;
}

// The pointer changes on the way.
static void alternate(int rows, int cols, short **x, short *other)
{
	for (int r = 0; r < rows; r++) {
		for (int c = 0; c < cols; c++) (*x)[r * cols + c] = r + c;
		if (r == rows / 2) *x = other;
	}
}

static void first_row(double **rows, int n)
{
	for (int k = 0; k < n; k++) (*rows)[k] = 100 + k;
	for (int k = 0; k < n; k++) rows[1][k] += (*rows)[k];
}

static void print(const char *name, const short *x)
{
	int sum = 0;
	for (int k = 0; k < N * M; k++) sum += (k + 1) * x[k];
	printf("%s %d\n", name, sum);
}

int main(void)
{
	short *a = malloc(N * M * sizeof *a), *b = calloc(N * M, sizeof *b), *d = calloc(N * M, sizeof *d);
#pragma dist array [N][M] :: a, b, d
#pragma dist distribute [block][*] :: a, b, d
	double **rows = malloc(N * sizeof *rows);
	for (int i = 0; i < N; i++) rows[i] = calloc(M, sizeof **rows);
#pragma dist array rows[N][M]
#pragma dist distribute rows[block][*]
	for (int k = 0; k < N * M; k++) a[k] = k % 13;
	fill(N, M, &b, a);
	print("b", b);
	for (int t = 0; t < 3; t++) {
		spread(N, M, &d, &b);
		swap(&b, &d);
	}
	add(N * M, &b, 3);
	print("b", b);
	print("d", d);
	short *x = a;
	alternate(N, M, &x, d);
	print("a", a);
	print("d", d);
	first_row(rows, M);
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += (i + 1) * (j + 2) * rows[i][j];
	printf("%g\n", sum);
	return 0;
}
