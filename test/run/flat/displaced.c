// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 3 "for (int j = 0; j < f->nx[1]; j++) for (int i = -2; i < 1;...": `e` is not used as the mapped array
//              `e_buf` with its 2 dimension(s), or not within its rows
// ARGS: 13 17
// ARGS: 5 3
// ARGS: 2 31
// MAX-SLOW: 1
// Pointers that lead to cell (0, 0) of a grid with guard cells around it: inner subscripts begin below 0.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	float x, y;
} vector;

typedef struct {
	vector *e_buf, *b_buf; // with guard cells
	vector *e, *b;         // cell (0, 0)
	int nx[2], guard[2][2], nrow;
} fields;

static void make(fields *f, const int nx[2])
{
	const int guard[2][2] = {{1, 2}, {1, 2}};
	int rows = guard[1][0] + nx[1] + guard[1][1], nrow = guard[0][0] + nx[0] + guard[0][1];
	size_t size = sizeof(vector) * rows * nrow;
#pragma dist array f->e_buf[rows][nrow], f->b_buf[rows][nrow]
#pragma dist distribute f->e_buf[block][*]
#pragma dist distribute f->b_buf[block][*]
	f->e_buf = malloc(size);
	f->b_buf = malloc(size);
	memset(f->e_buf, 0, size);
	memset(f->b_buf, 0, size);
	memcpy(f->guard, guard, sizeof guard);
	f->nx[0] = nx[0], f->nx[1] = nx[1], f->nrow = nrow;
	f->e = f->e_buf + guard[0][0] + guard[1][0] * nrow;
	f->b = f->b_buf + guard[0][0] + guard[1][0] * nrow;
}

static void advance(fields *f)
{
	const int nrow = f->nrow;
	vector *restrict const e = f->e;
	const vector *restrict const b = f->b;
	for (int j = -1; j <= f->nx[1]; j++)
		for (int i = -1; i <= f->nx[0]; i++) {
			e[i + j * nrow].x += b[i + (j + 1) * nrow].y - b[i + j * nrow].y;
			e[i + j * nrow].y -= b[(i + 1) + j * nrow].x - b[i + j * nrow].x;
		}
}

// Nothing is below 0 in what is written here, and the upper guard cells are used.
static void return_to(fields *f)
{
	const int nrow = f->nrow;
	vector *restrict const b = f->b;
	const vector *restrict const e = f->e;
	for (int j = 0; j <= f->nx[1] + 1; j++)
		for (int i = 0; i <= f->nx[0] + 1; i++) {
			b[i + j * nrow].x += e[i + (j - 1) * nrow].y * 0.5f;
			b[i + j * nrow].y += e[(i - 1) + j * nrow].x * 0.25f;
		}
}

// Along a row first, then whole rows, from column to column.
static void periodic(fields *f, vector *restrict const v)
{
	const int nrow = f->nrow;
	for (int j = -f->guard[1][0]; j < f->nx[1] + f->guard[1][1]; j++) {
		for (int i = -f->guard[0][0]; i < 0; i++) v[i + j * nrow].x = v[f->nx[0] + i + j * nrow].x;
		for (int i = 0; i < f->guard[0][1]; i++) v[f->nx[0] + i + j * nrow] = v[i + j * nrow];
	}
	for (int i = -f->guard[0][0]; i < f->nx[0] + f->guard[0][1]; i++) {
		for (int j = -f->guard[1][0]; j < 0; j++) v[i + j * nrow].y = v[i + (f->nx[1] + j) * nrow].y;
		for (int j = 0; j < f->guard[1][1]; j++) v[i + (f->nx[1] + j) * nrow].x = v[i + j * nrow].x;
	}
}

// Sums into the columns, and their extremes.
static void columns(const fields *f, double *sum)
{
	const int nrow = f->nrow;
	const vector *const e = f->e;
	float most = 0;
	for (int j = -1; j <= f->nx[1]; j++)
		for (int i = -1; i <= f->nx[0]; i++) {
			sum[i + 1] += e[i + j * nrow].x;
			if (e[i + j * nrow].y > most) most = e[i + j * nrow].y;
		}
	printf("most %g\n", most);
}

// Into the row before: one more than there are guard cells.
static void too_far(fields *f)
{
	const int nrow = f->nrow;
	vector *const e = f->e;
	for (int j = 0; j < f->nx[1]; j++)
		for (int i = -2; i < 1; i++) e[i + j * nrow].x += i - j;
}

static double *u_buf, *w;
#pragma dist array u_buf[m + 3][k + 3], w[m + 3][k + 3]
static int m, k;

// Both dimensions split, reductions into the array, and a function that gets the place.
static void relax(int n, int columns, double *u, int row)
{
	for (int i = -1; i < n; i++)
		for (int j = -1; j < columns; j++) u[i * row + j] = 0.5 * u[i * row + j] + (i + 2) * (j + 3);
}

static double split(void)
{
	int row = k + 3;
#pragma dist distribute u_buf[block][block]
#pragma dist distribute w[block][block]
	u_buf = calloc((m + 3) * row, sizeof *u_buf);
	w = calloc((m + 3) * row, sizeof *w);
	double *u = &u_buf[2 * row + 1], s = 0;
	for (int step = 0; step < 3; step++) {
		relax(m, k, u, row);
		for (int i = -1; i < m; i++)
			for (int j = -1; j < k; j++) w[(i + 2) * row + j + 1] += u[i * row + j + 1] - u[(i - 1) * row + j];
	}
	for (int i = 0; i < m; i++)
		for (int j = -1; j < k; j++)
			for (int l = 0; l < 2; l++) u[i * row + j] += w[i * row + l];
	for (int i = -1; i < m; i++)
		for (int j = -1; j < k; j++) s += u[i * row + j] * (i - j) + w[(i + 2) * row + j + 1];
	free(u_buf);
	free(w);
	return s;
}

int main(int argc, char **argv)
{
	fields f;
	int nx[2] = {7, 9};
	if (argc > 2) nx[0] = atoi(argv[1]), nx[1] = atoi(argv[2]);
	make(&f, nx);
	for (int j = 0; j < f.nx[1]; j++)
		for (int i = 0; i < f.nx[0]; i++) f.b[i + j * f.nrow].x = i - 2 * j, f.b[i + j * f.nrow].y = i * j % 5;
	double sum[64] = {0};
	for (int step = 0; step < 3; step++) {
		periodic(&f, f.b);
		advance(&f);
		periodic(&f, f.e);
		return_to(&f);
		columns(&f, sum);
	}
	too_far(&f);
	columns(&f, sum);
	for (int i = 0; i < nx[0] + 2; i++) printf(" %g", sum[i]);
	printf("\n");
	for (int j = -1; j < f.nx[1] + 2; j++) {
		for (int i = -1; i < f.nx[0] + 2; i++) printf(" %g,%g", f.e[i + j * f.nrow].x, f.b[i + j * f.nrow].y);
		printf("\n");
	}
	m = nx[0], k = nx[1];
	printf("%.15g\n", split());
	free(f.e_buf);
	free(f.b_buf);
	return 0;
}
