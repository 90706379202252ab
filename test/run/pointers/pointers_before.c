// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 19
// LOST: "this does not hold: n <= 1 or" in the plane before which the pointers stand
// BY-ALL: 6 "for (int j = 1; j < n; j++) for (int ii = 1; ii < n; ii++) {": this does not hold: n <= 1 or (n >= 2
//              and -1 <= k * kp <= -n + jp)
// Pointers that stand before their arrays, as those of stencils over linearised memory and of routines that count from 1 do: where they
// point to another array lies, or none, and not the same on all processes.
#include <stdio.h>
#include <stdlib.h>

static void shifted(double *b, double *x, int n, int by)
{
	double *before = x - by;
	for (int i = 0; i < n; i++) b[i] = before[i + by] + 1;
}

static void stencil(double *b, double *x, int n, int jp, int kp)
{
	double *below = x - kp - jp - 1, *above = x + kp + jp + 1;
	int i;
	for (int k = 1; k < n; k++)
		for (int j = 1; j < n; j++)
			for (int ii = 1; ii < n; ii++) {
				i = ii + j * jp + k * kp;
				b[i] = below[i] + 2 * above[i];
			}
}

static void from_1(double *b, double *x, int n)
{
	for (int i = 1; i * i <= n; i++) b[i] -= x[i * i];
	for (int i = 1; i <= n; i++) b[i] += 3 * x[i];
}

static void set_before(double *x, int n, int by)
{
	double *before = x - by;
	for (int i = by; i < n + by; i++) before[i] = 5 * i;
}

static void rows_before(int n, int m, double (*a)[m], double (*b)[m], int by)
{
	double (*before)[m] = a - by;
	for (int i = by; i < n + by; i++)
		for (int j = 0; j < m; j++) b[i - by][j] = before[i][j] + before[n + 2 * by - 1 - i][j];
}

static void planes_flat(int n, int m, int l, double *v, double *sum, int by)
{
	double *before = v - by;
	for (int i = 0; i < n * m * l; i++) before[i + by] *= 2;
	for (int i = 0; i < n * m * l; i++) *sum += before[i + by];
}

static void show(const char *what, const double *b, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++) sum += b[i] * (i % 7 + 1);
	printf("%s %g %g %g\n", what, sum, b[n / 3], b[n - 1]);
}

int main(void)
{
	int jp = 9, kp = 90, n = 7, all = n * kp + n * jp + 2 * n + kp + jp + 2;
	double *z = malloc(all * sizeof *z), *x = malloc(all * sizeof *x), *b = malloc(all * sizeof *b);
	#pragma dist array b[all], x[all], z[all]
	#pragma dist distribute [block] :: b, x, z
	for (int i = 0; i < all; i++) x[i] = 2 * i, b[i] = 0, z[i] = -1;
	for (int by = 1; by < 2000; by *= 7) {
		shifted(b, x, all, by);
		show("shifted", b, all);
		for (int i = 0; i < all; i++) x[i] += b[i] / 2;
	}
	for (int t = 0; t < 3; t++) {
		stencil(b, x, n, jp, kp);
		show("stencil", b, all);
		for (int i = 0; i < all; i++) x[i] = b[i] - x[i];
	}
	from_1(b - 1, x - 1, all);
	show("from 1", b, all);
	set_before(x, all, 700);
	show("set", x, all);

	double(*c)[5] = malloc(31 * sizeof *c), (*d)[5] = malloc(31 * sizeof *d);
	#pragma dist array c[31][5], d[31][5]
	#pragma dist distribute [block][*] :: c, d
	for (int i = 0; i < 31; i++)
		for (int j = 0; j < 5; j++) c[i][j] = i * 10 + j;
	rows_before(31, 5, c, d, 1);
	rows_before(31, 5, d, c, 200);
	show("rows", c[0], 31 * 5);

	double *v = malloc(6 * 8 * 5 * sizeof *v), sum = 0;
	#pragma dist array v[6][8][5]
	#pragma dist distribute v[block][block][*]
	for (int i = 0; i < 6 * 8 * 5; i++) v[i] = i;
	planes_flat(6, 8, 5, v, &sum, 1);
	planes_flat(6, 8, 5, v, &sum, 100);
	planes_flat(6, 8, 5, v, &sum, 1000);
	printf("planes %g %g\n", sum, v[77]);
	return 0;
}
