// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 26 "flux[0] = flux[n] = 0;", "flux[0] = a[0]": each process sets the ends of private arrays; "5 2 3" and
//            "1 1 2" have little else
// Arrays without a mapping that one loop sets and the next one reads near by: each process computes what it reads.
// ARGS: 31 23 4
// ARGS: 5 2 3
// ARGS: 1 1 2
// MAX-SLOW: 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64 };
static double u[N], v[N], g[N][N], h[N][N], fx[N + 1][N + 1], fy[N + 1][N + 1], slope[N], kept[N], seen[N + 1];
static int kind[N];
#pragma dist distribute [block] :: u, v
#pragma dist distribute [block][block] :: g, h

static double face(double l, double r) { return l > r ? .5 * l * l : .5 * r * r; }

static void init(int n, int m)
{
	for (int i = 0; i < n; i++) {
		u[i] = v[i] = (7 * i % 11) / 11.;
		for (int j = 0; j < m; j++) g[i][j] = h[i][j] = (7 * i + 3 * j) % 13 / 13.;
	}
	for (int i = 0; i < N; i++) kind[i] = i % 3, kept[i] = .25 * i;
}

static void show(const char *what, int n)
{
	printf("%s\n", what);
	for (int i = 0; i < n; i++) printf("%.12g %.12g\n", u[i], v[i]);
}

// In place; the array is the function's own.
static void in_place(int n, double *a)
{
	double flux[n + 1];
	flux[0] = flux[n] = 0;
	for (int j = 1; j < n; j++) flux[j] = face(a[j - 1], a[j]);
	for (int j = 0; j < n; j++) a[j] -= .1 * (flux[j + 1] - flux[j]);
}

// Perhaps to the same array.
static void to_other(int n, const double *a, double *b)
{
	double *flux = malloc((n + 1) * sizeof *flux);
	flux[0] = a[0];
	flux[n] = a[n - 1];
	for (int j = 1; j < n; j++) flux[j] = a[j - 1] + a[j];
	for (int j = 0; j < n; j++) b[j] = a[j] - .1 * (flux[j + 1] - flux[j]);
	free(flux);
}

// Downward, every second one, from the other end, with conditions.
static void other_orders(int n)
{
	double down[N + 1], even[N + 1], mirror[N + 1], chosen[N];
	for (int j = n - 1; j >= 0; j--) down[j] = 2 * u[j];
	for (int j = n - 2; j >= 0; j--) v[j] = down[j] - .5 * down[j + 1];
	for (int j = 0; j < (n + 1) / 2; j++) even[j] = u[2 * j] * .5;
	for (int j = 0; j < (n + 1) / 2; j++) u[2 * j] = even[j] + .125;
	for (int j = 0; j < n; j++) mirror[n - 1 - j] = v[j] + 1;
	for (int j = 1; j < n; j++) u[j] = mirror[n - 1 - j] - mirror[n - j];
	for (int j = 0; j < n; j++) {
		if (kind[j] == 1)
			chosen[j] = u[j];
		else
			chosen[j] = -v[j];
	}
	for (int j = 1; j < n - 1; j++)
		if (u[j] > 0) v[j] = chosen[j - 1] + chosen[j + 1];
}

// What one is made of is computed just as far as the other one needs it.
static void chain(int n)
{
	double wide[N], narrow[N];
	for (int j = 0; j < n; j++) wide[j] = j > 1 && j < n - 2 ? u[j - 2] + u[j + 2] : u[j];
	for (int j = 1; j < n - 1; j++) slope[j] = wide[j + 1] - wide[j - 1];
	for (int j = 2; j < n - 2; j++) narrow[j] = slope[j - 1] * slope[j + 1];
	for (int j = 2; j < n - 2; j++) v[j] = .5 * v[j] + .01 * narrow[j];
}

// Two dimensions, both split.
static void plane(int n, int m)
{
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++) fx[i][j] = g[i][j] - g[i - 1][j];
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++) fy[i][j] = g[i][j] - g[i][j - 1];
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++) h[i][j] = g[i][j] + .1 * (fx[i + 1][j] - fx[i][j] + fy[i][j + 1] - fy[i][j]);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) g[i][j] = h[i][j];
}

// One row after the other, along the columns.
static void rows(int n, int m)
{
	double line[N + 1];
	for (int i = 0; i < n; i++) {
		for (int j = 1; j < m; j++) line[j] = face(g[i][j - 1], g[i][j]);
		line[0] = line[m] = 0;
		for (int j = 0; j < m; j++) h[i][j] = g[i][j] - .1 * (line[j + 1] - line[j]);
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) g[i][j] = h[i][j];
}

// What was there before is still there.
static void rolling(int n)
{
	double left = face(u[0], u[n > 1]), before[N];
	for (int j = 1; j < n - 1; j++) {
		double right = face(u[j], u[j + 1]);
		v[j] = u[j] - .1 * (right - left);
		left = right;
	}
	before[0] = 0;
	for (int j = 1; j < n; j++) {
		before[j] = face(v[j - 1], v[j]);
		u[j] = v[j] - .1 * (before[j] - before[j - 1]);
	}
}

// Sums from the beginning on need all of it, as do values of the step before and those that are printed.
static void not_here(int n, int t)
{
	double sum[N + 1];
	sum[0] = 0;
	for (int j = 0; j < n; j++) sum[j + 1] = sum[j] + kind[j];
	for (int j = 0; j < n; j++) u[j] += .001 * sum[j];
	if (t % 2 == 0)
		for (int j = 0; j < n; j++) kept[j] = u[j];
	for (int j = 1; j < n; j++) v[j] += .01 * kept[j - 1];
	for (int j = 1; j < n; j++) seen[j] = u[j] - u[j - 1];
	for (int j = 1; j < n - 1; j++) v[j] += .01 * (seen[j + 1] - seen[j]);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 31, m = argc > 2 ? atoi(argv[2]) : 23, steps = argc > 3 ? atoi(argv[3]) : 4;
	init(n, m);
	for (int t = 0; t < steps; t++) {
		in_place(n, u);
		show("in place", n);
		to_other(n, u, v);
		to_other(n, v, v);
		show("other", n);
		other_orders(n);
		show("orders", n);
		chain(n);
		show("chain", n);
		plane(n, m);
		rows(n, m);
		rolling(n);
		show("rolling", n);
		not_here(n, t);
		show("not here", n);
		for (int j = 1; j < n; j++) printf("%.12g ", seen[j]);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) printf("%.12g%c", g[i][j], j + 1 < m ? ' ' : '\n');
	}
	return 0;
}
