// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 7
// ARGS: 3 20
// MAX-SLOW: 0
//
// Boundary rows and planes of flat memory: nothing is left of the row length in 0 * s, and s alone in 1 * s.
#include <stdio.h>
#include <stdlib.h>

#define K 9
#define FLAT(i, j) ((i) * (K + 3) + (j))

static int width;

static int at(int i, int j, int m) { return i * (m + 2) + j; }

// Shifted to 0 and 1 times the row length, a variable.
static void sides(int n, int m, double *restrict p, double *restrict q)
{
	int s = m + 2;
	for (int j = 1; j <= m; j++) {
		p[0 * s + j] = q[1 * s + j];
		q[0 * s + j] = -p[1 * s + j];
		p[(n + 1) * s + j] = q[n * s + j];
		q[(n + 1) * s + j] = -p[n * s + j];
	}
	for (int i = 0; i <= n + 1; i++) {
		p[i * s + 0] = p[i * s + 1];
		q[i * s + s - 1] = q[i * s + m];
	}
}

// By a function that gives the subscript, in one array: around and around.
static void periodic(int n, int m, double *p)
{
	for (int j = 0; j <= m + 1; j++) {
		p[at(0, j, m)] = p[at(n, j, m)];
		p[at(n + 1, j, m)] = p[at(1, j, m)];
	}
}

// The row length is only added.
static void upper(int s, double *p)
{
	for (int j = 0; j < s; j++) p[j] += 0.25 * p[s + j];
	for (int j = 0; j < s; j++) p[s + j] = p[2 * s + j] - p[j];
}

// Constant extents.
static void constant(double *c, const double *d)
{
	for (int j = 1; j < K / 3 * 3 + 1; j++) {
		c[FLAT(0, j)] = c[FLAT(1, j)] + d[FLAT(2, j)];
		c[FLAT(K, j)] = c[FLAT(K - 1, j)];
	}
}

// Planes of three dimensions, in both spellings.
static void planes(int n, int m, int l, double *v)
{
	for (int j = 0; j < m; j++)
		for (int i = 0; i < l; i++) {
			v[(0 * m + j) * l + i] = v[(1 * m + j) * l + i];
			v[(n - 1) * m * l + j * l + i] = v[(n - 2) * m * l + j * l + i];
		}
	for (int k = 0; k < n; k++)
		for (int i = 0; i < l; i++) v[(k * m + 0) * l + i] = v[(k * m + 1) * l + i];
}

// The file's own variable is the row length that the directive names.
static double *g;
#pragma dist array g[8][width + 1]
#pragma dist distribute g[block][*]

static void of_file(double *x, int m)
{
	for (int j = 0; j <= m; j++) x[j] = x[j + m + 1] + 1;
}

static double weigh(const double *p, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++) sum += p[i] * (i % 17 - 5);
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 13, m = argc > 2 ? atoi(argv[2]) : 7, size = (n + 2) * (m + 2), l = 5;
	double *p, *q, *c, *d, *v;
#pragma dist array p[n + 2][m + 2], q[n + 2][m + 2], c[K + 1][K + 3], d[K + 1][K + 3], v[n][m][l]
#pragma dist distribute [block][*] :: p, q, c, d
#pragma dist distribute v[block][*][*]
	p = malloc(size * sizeof *p), q = malloc(size * sizeof *q);
	c = malloc((K + 1) * (K + 3) * sizeof *c), d = malloc((K + 1) * (K + 3) * sizeof *d);
	v = malloc(n * m * l * sizeof *v);
	width = m;
	g = malloc(8 * (width + 1) * sizeof *g);
	for (int i = 0; i < size; i++) p[i] = i % 11, q[i] = i % 7;
	for (int i = 0; i < (K + 1) * (K + 3); i++) c[i] = i % 5, d[i] = i % 3;
	for (int i = 0; i < n * m * l; i++) v[i] = i % 13;
	for (int i = 0; i < 8 * (width + 1); i++) g[i] = i % 19;
	for (int t = 0; t < 3; t++) {
		sides(n, m, p, q);
		periodic(n, m, p);
		upper(m + 2, q);
		constant(c, d);
		planes(n, m, l, v);
		of_file(g, m);
	}
	printf("%g %g %g %g %g\n", weigh(p, size), weigh(q, size), weigh(c, (K + 1) * (K + 3)), weigh(v, n * m * l),
	        weigh(g, 8 * (m + 1)));
	return 0;
}
