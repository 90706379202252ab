// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 46 memory that its helper does not hand on, or not as the array that was awaited
//
// Memory that helpers allocate, set and hand on, or do not: they keep other memory of the same size for themselves, choose
// which to hand on, let others know it, call themselves, or say only when they are done how large it is.
#include <stdio.h>
#include <stdlib.h>

static double *cleared(size_t count)
{
	double *p = malloc(count * sizeof *p);
	for (size_t i = 0; i < count; i++) p[i] = 0;
	return p;
}

// Work space of the same size, from the same helper, comes first.
static double *smoothed(int rows)
{
	size_t count = (size_t)rows * rows;
	double *w = cleared(count);
	for (size_t i = 0; i < count; i++) w[i] = (double)(i % 7);
	double *p = malloc(count * sizeof *p);
	for (size_t i = 0; i < count; i++) p[i] = w[i] + (i > 0 ? w[i - 1] : 0);
	free(w);
	return p;
}

// One of two.
static double *chosen(int rows, int which)
{
	size_t count = (size_t)rows * rows;
	double *p = cleared(count), *q = cleared(count);
	for (size_t i = 0; i < count; i++) p[i] = 1;
	for (size_t i = 0; i < count; i++) q[i] = 2;
	if (which) {
		free(p);
		return q;
	}
	free(q);
	return p;
}

// How much there is is said by the helper.
static double *sized(int like, int *rows, int *row)
{
	*rows = like / 2;
	*row = like * 2;
	double *p = malloc((size_t)*rows * *row * sizeof *p);
	for (int i = 0; i < *rows * *row; i++) p[i] = i % 5;
	return p;
}

// Others know it, too, and have set it before.
static double *kept;
static double *held(int rows, int extra)
{
	double *p = cleared((size_t)rows * rows);
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < rows; j++) p[i * rows + j] = i - j;
	kept = p;
	kept[extra] = 100;
	if (p[extra] < 100) return NULL;
	return p;
}

static double *again(int rows, int depth)
{
	double *w = NULL;
	if (depth > 0) w = again(rows, depth - 1);
	double *p = malloc((size_t)rows * rows * sizeof *p);
	for (int i = 0; i < rows * rows; i++) p[i] = w ? w[i] * 2 + w[rows * rows - 1 - i] : i % 3;
	free(w);
	return p;
}

static void *bytes(size_t count)
{
	void *p = malloc(count);
	if (!p) abort();
	return p;
}

#define TEXT(name, count) char *name = bytes(count)

static double total(const double *m, int rows, int row)
{
	double sum = 0;
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < row; j++) sum += m[i * row + j] * (i % 3 + j % 2);
	return sum;
}

static void show(int n)
{
	double *s, *t, *u;
#pragma dist array s[n][n], t[n][n], u[n][n]
#pragma dist distribute[block][*] ::s, t
#pragma dist distribute u[*][block]
	s = smoothed(n);
	t = chosen(n, 1);
	u = chosen(n, 1);
	printf("%.12g %.12g %.12g\n", total(s, n, n), total(t, n, n), total(u, n, n));
	free(t);
	t = chosen(n, 0);
	u = held(n, 8);
	printf("%.12g %.12g\n", total(t, n, n), total(u, n, n));
	double *few = cleared((size_t)n * n);
	few[3] = 4;
	printf("%g %.12g\n", few[3], total(kept, n, n));
	double *w = again(n, 1);
	u = again(n, 2);
	s = bytes((size_t)n * n * sizeof *s);
	TEXT(text, 40);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) s[i * n + j] = u[i * n + j] - w[i * n + j];
	sprintf(text, "%.12g %.12g %.12g", total(s, n, n), total(u, n, n), total(w, n, n));
	puts(text);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, rows = n, row = n;
	double *o;
#pragma dist array o[rows][row]
#pragma dist distribute o[block][*]
	show(n);
	o = sized(n, &rows, &row);
	printf("%d %d %.12g\n", rows, row, total(o, rows, row));
	return 0;
}
