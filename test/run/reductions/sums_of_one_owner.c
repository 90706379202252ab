// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 7
//
// What one process adds up alone has the source's order, beginning with the value from before: all digits are the sequential program's.
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

#define Q 19
static double *f;
static int n, m;
#pragma dist array f[n][m][Q]
#pragma dist distribute f[block][*][*]
static float column[23][7];
#pragma dist distribute column[*][block]

struct moments {
	double mass, energy;
};

// Into what a pointer leads to.
static void density(const double *c, double *d)
{
	*d = *c;
	for (int i = 1; i < Q; i++) *d += c[i];
}

static void collide(double *c)
{
	double d;
	density(c, &d);
	for (int i = 0; i < Q; i++) c[i] += 0.1 * (d / Q - c[i]);
}

static void walk(double *p, int len)
{
	for (double *c = p; c < p + len; c += Q) collide(c);
}

// Into elements that all have, of which each process adds to some of its own.
static void by_cell(int row, double *into)
{
	for (int j = 0; j < m; j++)
		for (int k = 0; k < Q; k++) into[j] += f[(row * m + j) * Q + k];
}

static void by_direction(int row, double *into, double *sum)
{
	for (int j = 0; j < m; j++)
		for (int k = 0; k < Q; k++) {
			into[(k * 5 + j) % 4] += f[(row * m + j) * Q + k];
			*sum += f[(row * m + j) * Q + k] * k;
		}
}

// Variables, members, products, complex ones.
static void row(int i)
{
	double sum = 1e-3, product = 1.1;
	struct moments all = {0.1, 0.2};
	double complex wave = 0.3 + 0.7 * I;
	for (int j = 0; j < m; j++)
		for (int k = 0; k < Q; k++) {
			sum += f[(i * m + j) * Q + k];
			product *= 1 + 1e-3 * f[(i * m + j) * Q + k];
			all.mass += f[(i * m + j) * Q + k];
			all.energy += f[(i * m + j) * Q + k] / 3;
			wave += f[(i * m + j) * Q + k] * (1 + 0.1 * I);
		}
	printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", sum, product, all.mass, all.energy, creal(wave), cimag(wave));
}

// Two sums of two owners in one loop.
static void two_rows(int one, int other)
{
	double a = 0.1, b = 0.7;
	for (int j = 0; j < m; j++)
		for (int k = 0; k < Q; k++) {
			a += f[(one * m + j) * Q + k];
			b += f[(other * m + j) * Q + k];
		}
	printf("%.17g %.17g\n", a, b);
}

int main(int argc, char **argv)
{
	(void)argv;
	n = argc + 10, m = argc + 6;
	f = malloc(sizeof(double) * (size_t)(n * m * Q));
	for (int i = 0; i < n * m * Q; i++) f[i] = 1.0 / (i % 37 + 1);
	for (int i = 0; i < 23; i++)
		for (int j = 0; j < 7; j++) column[i][j] = 1.0f / (float)(i * 7 + j + 2);
	walk(f, n * m * Q);
	double hist[4] = {0.1, 0.2, 0.3, 0.4}, sum = 0.5;
	double *cells = calloc((size_t)m, sizeof *cells);
	for (int i = 0; i < n; i++) {
		double d;
		for (int j = 0; j < m; j++) {
			density(f + (i * m + j) * Q, &d);
			printf("%.17g%c", d, j < m - 1 ? ' ' : '\n');
		}
		row(i);
		by_cell(i, cells);
		by_direction(i, hist, &sum);
		printf("%.17g %.17g %.17g %.17g\n", cells[0], cells[m - 1], hist[i % 4], sum);
	}
	two_rows(1, n - 1);
	two_rows(n - 2, 0);
	for (int j = 0; j < 7; j++) {
		float down = 0.01f;
		for (int i = 0; i < 23; i++) down += column[i][j];
		printf("%.9g\n", (double)down);
	}
	free(cells);
	free(f);
	return 0;
}
