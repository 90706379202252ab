// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 4
// BY-ALL: 36 "for (int i = 0; i < N; i++) {": handing on a few bytes costs more than running all on all
// ARGS: 4
// ARGS: 7
// Functions of the library that go beyond the row of a work array into the next one, which iterations get from others; and those that stay in it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 13
static double b[N];
#pragma dist distribute b[block]
static double table[2][4];

static int compare(const void *x, const void *y)
{
	const double *a = x, *c = y;
	return (*a < *c) - (*a > *c);
}

static void set(void)
{
	double w[2][4];
	for (int k = 0; k < 4; k++) w[1][k] = k + 1;
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 4; k++) w[0][k] = i + k;
		b[i] = w[0][i % 4] + w[1][i % 4];
		memset(w[0], 0, 6 * sizeof(double));
	}
}

static void set_from_within(void)
{
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 4; k++) table[0][k] = i + k;
		b[i] += table[0][i % 4] + 3 * table[1][i % 4];
		memset(&table[0][2], 0, 3 * sizeof(double));
	}
	for (int k = 0; k < 4; k++) table[0][k] = 1;
}

static void copied(int m)
{
	double w[2][4], v[2][4];
	for (int k = 0; k < 4; k++) w[1][k] = v[1][k] = k + 1;
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 4; k++) w[0][k] = v[0][k] = i + k;
		memcpy(v[0], w[0], m * sizeof(double));
		b[i] += v[0][i % 4] + v[1][i % 4];
		for (int k = 0; k < 4; k++) w[1][k] = i;
	}
}

static void sorted(int m)
{
	double w[3][4];
	for (int k = 0; k < 4; k++) w[1][k] = w[2][k] = 20 - k;
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 4; k++) w[0][k] = (i * 7 + k * 11) % 31;
		qsort(w[0], m, sizeof(double), compare);
		b[i] += w[0][0] - w[0][3] + w[1][i % 4];
	}
}

static void within(void)
{
	double w[2][4];
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 4; k++) w[0][k] = w[1][k] = i + k;
		memset(&w[0][2], 0, 2 * sizeof(double));
		memcpy(w[1], w[0], 3 * sizeof(double));
		b[i] += w[0][i % 4] + w[1][i % 4];
	}
}

static void print(void)
{
	for (int i = 0; i < N; i++) printf("%g ", b[i]);
	puts("");
}

int main(int argc, char **argv)
{
	int m = atoi(argv[1]);
	(void)argc;
	for (int k = 0; k < 4; k++) table[1][k] = k + 1;
	set();
	print();
	set_from_within();
	print();
	copied(m);
	print();
	sorted(m);
	print();
	within();
	print();
	return 0;
}
