// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// What says how large things are is computed by the program: templates and grids of file scope are made when something is mapped with them
// first, and an array is aligned with what gets its memory later. Names in directives of file scope are those of file scope.
// ARGS: 50 1
// ARGS: 3 1
// SOURCES: ../Inputs/known_late.c
// MAX-SLOW: 0
#include "../Inputs/known_late.h"

#include <stdio.h>
#include <stdlib.h>

int n, across;

static int rows, columns = 3;
static double *a, *b, *matrix;
#pragma dist processors P[across]
#pragma dist template T[rows + 1]
#pragma dist distribute T[block] onto P
#pragma dist array a[rows], b[rows + 1]
#pragma dist align a[i] with T[i]
#pragma dist align b[i] with T[i]
#pragma dist array matrix[rows][columns]
#pragma dist distribute matrix[block][*]

// `rows`, `columns` and `a` are others here.
static void make_matrix(int rows)
{
	double columns[3] = {1, 2, 3}, a = 2;
	matrix = malloc((size_t)rows * 3 * sizeof *matrix);
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < 3; j++) matrix[i * 3 + j] = a * columns[j] + i;
}

static double with_template(int size)
{
	rows = size;
	a = malloc((size_t)rows * sizeof *a);
	b = malloc((size_t)(rows + 1) * sizeof *b);
	for (int i = 0; i <= rows; i++) b[i] = i * i;
	for (int i = 0; i < rows; i++) a[i] = b[i + 1] - b[i];
	double sum = 0;
	for (int i = 0; i < rows; i++) sum += a[i] * (i % 5);
	free(a);
	free(b);
	return sum;
}

struct cells {
	int n;
	double *energy, *density;
#pragma dist array energy[n], density[n]
#pragma dist distribute density[block]
#pragma dist align energy[i] with density[i]
};

static double with_members(int size, double by)
{
	struct cells c = {size, NULL, NULL};
	c.energy = calloc((size_t)size, sizeof *c.energy);
	c.energy[size / 2] = by;
	c.density = malloc((size_t)size * sizeof *c.density);
	for (int i = 0; i < c.n; i++) c.density[i] = by / (i + 1);
	for (int i = 1; i < c.n; i++) c.energy[i] += c.density[i] - c.density[i - 1];
	double sum = 0;
	for (int i = 0; i < c.n; i++) sum += c.energy[i] * (i + 1);
	free(c.energy);
	free(c.density);
	return sum;
}

static double table[60], *follower, *leader, *last;
#pragma dist array leader[n], follower[n], last[n]
#pragma dist distribute leader[block]
#pragma dist align follower[i] with leader[i]
#pragma dist align last[i] with follower[i]
#pragma dist align table[i] with leader[0]

static double with_chain(void)
{
	last = calloc((size_t)n, sizeof *last);
	double *forgotten = follower = malloc((size_t)n * sizeof *follower);
	free(forgotten);
	follower = calloc((size_t)n, sizeof *follower);
	table[7] = 7;
	leader = malloc((size_t)n * sizeof *leader);
	for (int i = 0; i < n; i++) leader[i] = i, follower[i] += 1, last[i] += i % 3;
	double sum = table[7];
	for (int i = 1; i < n - 1; i++) sum += leader[i - 1] * follower[i] * last[i + 1];
	free(leader);
	free(follower);
	free(last);
	return sum;
}

// A struct without a name, in a program that uses the variable's name for something else, too.
static struct {
	int size;
} options;
static double *sized;
#pragma dist array sized[options.size]
#pragma dist distribute sized[block]
static int half(int options) { return options / 2; }

static double with_options(void)
{
	options.size = half(3 * n);
	sized = malloc((size_t)options.size * sizeof *sized);
	for (int i = 0; i < options.size; i++) sized[i] = i % 4;
	double sum = 0;
	for (int i = 0; i < options.size; i++) sum += sized[i];
	return sum;
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 20;
	across = 2;
	if (argc > 2) across = atoi(argv[2]);
	printf("%g %g\n", with_template(n), with_template(2 * n));
	make_matrix(rows);
	double sum = 0;
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++) sum += matrix[i * columns + j];
	printf("%g\n", sum);
	printf("%g %g\n", with_members(n, 3), with_members(n + 1, 0.5));
	printf("%g %g\n", with_chain(), with_options());
	shared_make();
	for (int i = 0; i < n; i++) shared_a[i] = i;
	printf("%g\n", shared_sum());
	return 0;
}
