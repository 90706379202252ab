// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 3 "printf("%g %g\n", heap->row[1][2], local.row[0][1]);": elements are read one by one
//
// Pointers to rows that are declared as an array in a struct: rows that are allocated one by one, or set into one block; objects of
// different sizes, on the stack and allocated.
// ARGS: 20
// ARGS: 3
// MAX-SLOW: 0
#include <stdio.h>
#include <stdlib.h>

struct field {
	int n, m;
	double *row[40];
#pragma dist array row[n][m]
#pragma dist distribute row[block][*]
};

static void one_by_one(struct field *f, int n, int m)
{
	f->n = n, f->m = m;
	for (int i = 0; i < n; i++) f->row[i] = malloc((size_t)m * sizeof(double));
}

static void in_block(struct field *f, int n, int m)
{
	f->n = n, f->m = m;
	double *block = malloc((size_t)(n * m) * sizeof(double));
	for (int i = 0; i < n; i++) f->row[i] = block + i * m;
}

static double work(struct field *f, struct field *g)
{
	double sum = 0;
	for (int i = 0; i < f->n; i++)
		for (int j = 0; j < f->m; j++) f->row[i][j] = i * j + 1, g->row[i][j] = i - j;
	for (int i = 1; i < f->n; i++)
		for (int j = 0; j < f->m; j++) g->row[i][j] += 0.5 * f->row[i - 1][j];
	for (int i = 0; i < f->n; i++)
		for (int j = 0; j < f->m; j++) sum += g->row[i][j] * (i + 1);
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12;
	struct field local, *heap = malloc(sizeof *heap);
	one_by_one(&local, n, n + 2);
	one_by_one(heap, n, n + 2);
	printf("%g\n", work(&local, heap));
	for (int i = 0; i < n; i++) free(local.row[i]);
	free(heap->row[0]);
	in_block(&local, n - 1, n);
	in_block(heap, n - 1, n);
	printf("%g\n", work(&local, heap));
	printf("%g %g\n", heap->row[1][2], local.row[0][1]);
	free(local.row[0]);
	free(heap->row[0]);
	free(heap);
	return 0;
}
