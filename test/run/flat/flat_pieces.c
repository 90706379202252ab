// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// NO-PREDICTION: how many pieces a process runs before one with a way out is in its data
// BY-ALL: 28 "for (long k = 0; k < n; k++) s += copy[k] * (k % 17 + 1);": nothing in it is split
// ARGS: 13 11 3
// ARGS: 2 3 1
// ARGS: 1 1 1
// MAX-SLOW: 0
// One loop over arrays, planes and parts of them, of which inner dimensions are split: owners run it piece by piece.
#include <stdio.h>
#include <stdlib.h>

static double *copy;

static void set(long n, double *x, double by)
{
	for (long k = 0; k < n; k++) x[k] = (k * 7 % 13) * by;
}

static void downward(long n, double *x)
{
	for (long k = n - 1; k >= 0; k--) x[k] += 1;
}

static long last_greatest(long n, const double *x)
{
	long at = -1;
	double most = -1;
	for (long k = n; k-- > 0;)
		if (x[k] > most) most = x[k], at = k;
	return at;
}

static void odd(long n, double *x)
{
	for (long k = 1; k < n; k += 2) x[k] *= 2;
}

static void along_rows(long n, const double *x, double *y)
{
	for (long k = 1; k < n - 1; k++) y[k] = x[k - 1] + x[k + 1] + x[k];
}

static void across_rows(long n, long m, const double *x, double *y)
{
	for (long k = m; k < n - m; k++) y[k] += x[k - m] + x[k + m];
}

static void reversed(long n, const double *x, double *y)
{
	for (long k = 0; k < n; k++) y[k] = x[n - 1 - k];
}

static void backward(long n, double *x)
{
	for (long k = 0; k < n; k++) x[n - 1 - k] += k;
}

static void copy_to(long n, double *y, const double *x)
{
	for (long k = 0; k < n; k++) y[k] = x[k];
}

static long find(long n, const double *x, double value)
{
	for (long k = 0; k < n; k++)
		if (x[k] == value) return k;
	return -1;
}

static double last(long n, const double *x)
{
	double t = 0;
	for (long k = 0; k < n; k++)
		if (x[k] > 5) t = x[k] + k;
	return t;
}

static void both(long n, double *x, double *y)
{
	for (long k = 0; k < n; k++) {
		x[k] += 1;
		y[k] = x[k] * 2;
	}
}

static void steps(long n, double *x, double *y)
{
	for (int t = 0; t < 3; t++)
		for (long k = 0; k < n; k++) {
			x[k] += y[k];
			y[k] += t;
		}
}

static void gather(long n, const double *x, double *y, const int *index)
{
	for (long k = 0; k < n; k++) y[k] = x[index[k]];
}

static void rows(long n, long m, double (*x)[m])
{
	for (long i = 0; i < n; i++)
		for (long j = 0; j < m; j++) x[i][j] += i - j;
}

static void show(const char *what, long n, const double *x)
{
	double s = 0;
	copy_to(n, copy, x);
	for (long k = 0; k < n; k++) s += copy[k] * (k % 17 + 1);
	printf("%s %.10g\n", what, s);
}

static void all(long n, long m, double *x, double *y, const int *index)
{
	set(n, x, 1), set(n, y, 2), show("set", n, x);
	downward(n, x), show("downward", n, x);
	odd(n, x), show("odd", n, x);
	along_rows(n, x, y), show("along rows", n, y);
	across_rows(n, m, x, y), show("across rows", n, y);
	reversed(n, x, y), show("reversed", n, y);
	backward(n, x), show("backward", n, x);
	copy_to(n, x, copy), show("copy", n, x);
	set(n, x, 1);
	printf("%ld %ld %ld %g\n", find(n, x, 4), find(n, x, -4), last_greatest(n, x), last(n, x));
	both(n, x, y), show("both", n, y);
	steps(n, x, y), show("steps", n, x), show("steps", n, y);
	gather(n, x, y, index), show("gather", n, y);
	if (n < 6) return;
	both(n - 5, x + 2, y + 2), show("parts", n, y);
	copy_to(n - 5, y + 5, x + 2), show("apart", n, y);
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), l = atoi(argv[3]);
	int *in_plane = malloc(n * m * sizeof *in_plane), *index = malloc(l * n * m * sizeof *index);
	copy = malloc(l * n * m * sizeof *copy);
	for (int k = 0; k < n * m; k++) in_plane[k] = k * 11 % (n * m);
	for (int k = 0; k < l * n * m; k++) index[k] = k * 11 % (l * n * m);
	double(*a)[m] = malloc(n * sizeof *a), (*b)[m] = malloc(n * sizeof *b);
#pragma dist distribute [block][block] :: a, b
	all(n * m, m, &a[0][0], b[0], in_plane);
	double(*c)[m] = malloc(n * sizeof *c), *d = malloc(n * m * sizeof *d);
#pragma dist array d[n][m]
#pragma dist distribute [*][block] :: c, d
	all(n * m, m, c[0], d, in_plane);
	for (int k = 0; k < n * m; k++) d[k] += k;
	show("by hand", n * m, d);
	double(*p)[n][m] = malloc(l * sizeof *p), (*q)[n][m] = malloc(l * sizeof *q);
#pragma dist array p[l][n][m], q[l][n][m]
#pragma dist distribute [*][block][block] :: p, q
	all(n * m, m, p[l - 1][0], q[l / 2][0], in_plane);
	all(l * n * m, m, p[0][0], q[0][0], index);
	rows(l * n, m, p[0]), show("rows", l * n * m, p[0][0]);
	double(*r)[n][m] = malloc(l * sizeof *r), (*s)[n][m] = malloc(l * sizeof *s);
#pragma dist array r[l][n][m], s[l][n][m]
#pragma dist distribute [block][block][*] :: r, s
	all(l * n * m, m, r[0][0], s[0][0], index);
	rows(l * n, m, r[0]), show("rows", l * n * m, r[0][0]);
	double(*u)[n][m] = malloc(l * sizeof *u), (*v)[n][m] = malloc(l * sizeof *v);
#pragma dist array u[l][n][m], v[l][n][m]
#pragma dist distribute [block][block][block] :: u, v
	all(l * n * m, m, u[0][0], v[0][0], index);
	rows(l * n, m, u[0]), show("rows", l * n * m, u[0][0]);
	// Arrays that lie otherwise: what is not there is sent.
	copy_to(l * n * m, u[0][0], r[0][0]), show("other mapping", l * n * m, u[0][0]);
	return 0;
}
