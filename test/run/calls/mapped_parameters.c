// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 3 "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x[i...": nothing in it is split
//            "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) x[i...": nothing in it is split
//            "printf("%s %.12g %.12g\n", what, sum, x[n / 2][n / 3]);": elements are read one by one
//            "if (sum > 0) return x[n];": elements are read one by one
// ARGS: 12
// ARGS: 5
// ARGS: 1
// MAX-SLOW: 0
//
// Parameters with mappings of their own: arguments have these during the call, whatever theirs are, and their own again when the function
// returns, by any way.
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 40 };
static double fixed[MOST][MOST], line[MOST];
#pragma dist distribute fixed[block][*], line[block]
#pragma dist template T[MOST][MOST]
#pragma dist distribute T[*][block]

// Down the columns, which are split.
static void down(int n, double x[n][n])
{
#pragma dist distribute x[*][block]
	for (int i = 1; i < n; i++)
		for (int j = 0; j < n; j++) x[i][j] += 0.5 * x[i - 1][j] + j;
}

// Along the rows, which are split; several ways out.
#pragma dist array x[n][n]
#pragma dist distribute x[block][*]
static double along(int n, double *x)
{
	double sum = 0;
	if (n < 2) return -1;
	for (int i = 0; i < n; i++)
		for (int j = 1; j < n; j++) x[i * n + j] -= 0.25 * x[i * n + j - 1];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += x[i * n + j];
	if (sum > 0) return x[n];
	return sum;
}

static void with_template(int n, double x[MOST][MOST], double y[MOST])
{
#pragma dist align x[i][j] with T[i][j]
#pragma dist align y[j] with T[0][j]
	for (int j = 0; j < n; j++) y[j] += x[n / 2][j];
	down(MOST, x);
}

// All processes have all of it.
static double whole(int n, double x[n][n])
{
#pragma dist distribute x[*][*]
	double last = 0;
	for (int i = 1; i < n; i++)
		for (int j = 1; j < n; j++) x[i][j] = last = x[i - 1][j - 1] + 1e-3 * last;
	return x[n - 1][n - 1];
}

// Levels that change the mapping at each call.
static void levels(int n, double x[n][n], int depth)
{
#pragma dist distribute x[block][*]
	if (depth == 0) return;
	down(n, x);
	levels(n, x, depth - 1);
	if (depth % 2) {
		along(n, &x[0][0]);
		return;
	}
	down(n, x);
}

// The same array twice, mapped in one way.
static void add(int n, const double a[n][n], const double b[n][n], double c[n][n])
{
#pragma dist distribute [*][block] :: a, b, c
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) c[i][j] = a[i][j] + b[n - 1 - i][j];
}

static void show(const char *what, int n, double x[n][n])
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += x[i][j] * (1 + i - 0.5 * j);
	printf("%s %.12g %.12g\n", what, sum, x[n / 2][n / 3]);
}

static void set(int n, double x[n][n])
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) x[i][j] = (3 * i + 5 * j) % 11 - 4;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 4;
	double local[n][n], plain[n][n];
#pragma dist distribute local[*][block]
	double(*heap)[n] = malloc(sizeof(double[n][n]));
#pragma dist distribute heap[block][*]
	set(n, local);
	set(n, heap);
	set(n, plain);
	set(MOST, fixed);
	for (int i = 0; i < MOST; i++) line[i] = 0;
	down(n, local), down(n, heap), down(n, plain), down(MOST, fixed);
	show("down", n, local), show("down", n, heap), show("down", n, plain), show("down", MOST, fixed);
	printf("along %.12g %.12g %.12g\n", along(n, &local[0][0]), along(n, &heap[0][0]), along(n, &plain[0][0]));
	with_template(n, fixed, line);
	show("template", MOST, fixed);
	for (int i = 0; i < n; i++) printf("%g ", line[i]);
	levels(n, heap, 3);
	levels(n, local, 4);
	show("levels", n, heap), show("levels", n, local);
	add(n, heap, heap, local);
	show("added", n, local);
	printf("whole %.12g\n", whole(n, heap));
	show("whole", n, heap);
	free(heap);
	return 0;
}
