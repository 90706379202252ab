// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 12 3
// ARGS: 5 4
// MAX-SLOW: 0
// Several arrays in one block of memory, and loops that name the block: the offset says which array is meant.
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 4 };
static int n[LEVELS], start[LEVELS];
static double *u, *r;
#pragma dist array u + start[k][n[k] + 2][n[k] + 2] : k = 0..LEVELS - 1
#pragma dist array r + start[k][n[k] + 2][n[k] + 2] : k = 0..LEVELS - 1
#pragma dist distribute u[block][*]
#pragma dist align r[i][j] with u[i][j]

typedef struct {
	int rows, length;
	float *field;
#pragma dist array field + k *length[length] : k = 0..2
#pragma dist distribute field[block]
} fields;

#define AT(l, i, j) start[l] + (i) * (n[l] + 2) + (j)

static void smooth(int l)
{
	for (int i = 1; i <= n[l]; i++)
		for (int j = 1; j <= n[l]; j++)
			r[AT(l, i, j)] = 0.25 * (u[AT(l, i - 1, j)] + u[AT(l, i + 1, j)] + u[AT(l, i, j - 1)] +
			                                u[AT(l, i, j + 1)]);
	for (int i = 1; i <= n[l]; i++)
		for (int j = 1; j <= n[l]; j++)
			u[start[l] + i * (n[l] + 2) + j] += 0.5 * r[start[l] + i * (n[l] + 2) + j];
}

static void to_coarse(int l)
{
	for (int i = 1; i <= n[l]; i++)
		for (int j = 1; j <= n[l]; j++)
			u[AT(l, i, j)] = 0.5 * (u[AT(l + 1, 2 * i, 2 * j)] + u[AT(l + 1, 2 * i - 1, 2 * j - 1)]);
}

// The offset comes as a number.
static double sum_of(const double *block, size_t offset, int m, int weight)
{
	double sum = 0;
	for (int i = 0; i < m + 2; i++)
		for (int j = 0; j < m + 2; j++) sum += block[offset + i * (m + 2) + j] * (i + weight * j);
	return sum;
}

static void advance(fields *f, int t)
{
	for (int i = 1; i < f->length - 1; i++)
		f->field[1 * f->length + i] = f->field[0 * f->length + i - 1] + f->field[0 * f->length + i + 1];
	for (int i = 0; i < f->length; i++) f->field[t % 2 * 2 * f->length + i] += 0.5f * f->field[f->length + i];
}

int main(int argc, char **argv)
{
	int coarsest = argc > 1 ? atoi(argv[1]) : 12, steps = argc > 2 ? atoi(argv[2]) : 3, total = 0;
	fields f = {.rows = 3, .length = 10 * coarsest};
	for (int l = 0; l < LEVELS; l++) {
		n[l] = coarsest << l;
		start[l] = total;
		total += (n[l] + 2) * (n[l] + 2) + l;
	}
	u = calloc(total, sizeof *u);
	r = calloc(total, sizeof *r);
	f.field = calloc(f.rows * f.length, sizeof *f.field);
	for (int l = 0; l < LEVELS; l++)
		for (int i = 0; i < n[l] + 2; i++)
			for (int j = 0; j < n[l] + 2; j++) u[AT(l, i, j)] = (i * 7 + j * 3 + l) % 13;
	for (int k = 0; k < f.rows; k++)
		for (int i = 0; i < f.length; i++) f.field[k * f.length + i] = (i * (k + 1)) % 5;
	for (int t = 0; t < steps; t++) {
		advance(&f, t);
		for (int l = LEVELS - 1; l > 0; l--) {
			smooth(l);
			to_coarse(l - 1);
		}
	}
	for (int l = 0; l < LEVELS; l++)
		printf("%.12g %.12g\n", sum_of(u, start[l], n[l], 2), sum_of(r, start[l], n[l], l));
	double last = 0;
	for (int k = 0; k < f.rows; k++)
		for (int i = 0; i < f.length; i++) last += f.field[k * f.length + i] * (i % 7 + k);
	printf("%g %g\n", u[AT(1, 2, 3)] + u[start[2]], last);
	return 0;
}
