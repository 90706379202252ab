// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 30 41
// ARGS: 5 9
// RESIDENT: procs=4 args="1300 1300" below_mb=25
// PER-STEP: procs=4 from="31 32 1" to="31 32 3" collectives=0
// Functions that compute one element of an array of which columns are split: what they say stands in the place of the
// call, so that the array is addressed as each process keeps it, and no process touches the pages of others' columns.
// With conversions on the way, names that mean something else at the call, loops and declarations, macros for
// the element and the call; functions in expressions that only return a value; and functions that stay calls.
#include <stdio.h>
#include <stdlib.h>

#define SCALE(x) ((x) * scale)
#define AT(x, i, j) x[(i) * m + (j)]
#define AROUND(x) around(x, m, k, j)
static double sum = 7, scale = .5;

static double cell(const double *a, int n, int m, int i, int j)
{
	return .2 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1] + a[i * m + j]);
}

static double beside(double *a, int m, int i, int j)
{
	double sum = 0;
	for (int d = 0; d < 3; d++) sum += a[i * m + j + d - 1];
	return sum / 3;
}

static double around(double *a, int m, int i, int j)
{
	double sum = 0;
	const int row = i * m;
	for (int d = -1; d <= 1; d++) sum += a[row + j + d];
	return SCALE(sum);
}

// The result is less than what is assigned.
static int whole(double *a, int m, int i, int j) { return a[i * m + j] * 3; }
static float single(double *a, int m, int i, int j) { return a[i * m + j] / 3; }

static double chosen(double *a, int m, int i, int j)
{
	if (a[i * m + j] > 1) return a[i * m + j - 1];
	return a[i * m + j + 1];
}

// In expressions, where what they return and are given is converted, and wraps around.
static int wrapped(int i, int n) { return (i + n) % n; }
static double at(const double *a, int n, int m, int i, int j) { return a[wrapped(i, n) * m + j]; }
static int above(const double *a, float limit, int at) { return a[at] > limit; }
static float thirds(const double *a, int m, int i, int j)
{
	return AT(a, i, j) / 3 +
	       scale;
}
static unsigned char low(const double *a, int at) { return a[at] * 40; }

static double total(double *a, int n, int m)
{
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += a[i * m + j] * ((i * 3 + j) % 5);
	return s;
}

static void step(double *a, double *b, int n, int m)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++) b[i * m + j] = cell(a, n, m, i, j);
	for (int k = 1; k < n - 1; k++)
		for (int j = 1; j < m - 1; j++) AT(a, k, j) = AROUND(b);
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m - 1; j++) {
			double mean = .25 * (at(a, n, m, i - 1, j) + at(a, n, m, i + 1, j)), right = at(a, n, m, i, j + 1);
			if (above(a, mean + right, i * m + j)) mean += low(a, i * m + j) * 1e-3;
			b[i * m + j] = mean + .25 * right + .25 * at(a, n, m, i, j - 1);
		}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = 1e-2 * thirds(b, m, i, j) + .9 * a[i * m + j];
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 30, m = argc > 2 ? atoi(argv[2]) : 41, steps = argc > 3 ? atoi(argv[3]) : 2;
	double *a = malloc(n * m * sizeof *a), *b = malloc(n * m * sizeof *b);
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [*][block] :: a, b
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = (i * 5 + j * 3) % 7, b[i * m + j] = 0;
	for (int t = 0; t < steps; t++) step(a, b, n, m);
	if (argc > 3 || n > 1000) return 0;
	printf("%.12g %.12g\n", total(a, n, m), total(b, n, m));
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m - 1; j++)
			if (i % 3 == 0)
				b[i * m + j] = beside(a, m, i, j);
			else if (j % 2)
				b[i * m + j] = whole(a, m, i, j);
			else
				b[i * m + j] = single(a, m, i, j);
	printf("%.12g\n", total(b, n, m));
	for (int sum = 0; sum < n; sum++)
		for (int j = 1; j < m - 1; j++) b[sum * m + j] = around(a, m, sum, j);
	printf("%.12g\n", total(b, n, m));
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m - 1; j++) b[i * m + j] = chosen(a, m, i, j);
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m - 1; j++) b[i * m + j] += 2 * cell(a, n - 1, 1, i, j);
	printf("%.12g %g\n", total(b, n, m), sum);
	return 0;
}
