// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 12 10
// ARGS: 3 30
// MAX-SLOW: 0
// Chequered grids whose colours have arrays of their own, with rows half as long: (j + (i & 1)) >> 1 and / 2 on both sides of assignments.
#include <stdio.h>
#include <stdlib.h>

#define N 16
#define HALF (N / 2)
static double red[N + 2][HALF + 2], black[N + 2][HALF + 2];
#pragma dist distribute[block][*] ::red, black

static void declared(int t)
{
	for (int i = 1; i <= N; i++)
		for (int j = 1; j <= N; j++)
			if (((i + j) & 1) == 0)
				red[i][(j + (i & 1)) >> 1] = i * j + t + 0.5 * black[i - 1][(j + (i & 1)) >> 1];
	for (int i = 1; i <= N; i++)
		for (int j = 1; j <= N; j++)
			if ((i + j) % 2 == 1)
				black[i][(j + ((i + 1) & 1)) / 2] += red[i + 1][(j + (i & 1)) / 2] - red[i][j >> 1];
}

static void flat(int n, int m, double *restrict r, const double *restrict b)
{
	int s = (m >> 1) + 2;
	for (int i = 1; i <= n; i++)
		for (int j = 1; j <= m; j++) {
			double x = b[i * s + ((j - 1) >> 1)] + b[(i - 1) * s + ((j + (i & 1)) >> 1)];
			if ((i + j) & 1) r[i * s + ((j + ((i + 1) & 1)) >> 1)] = 0.25 * x + j;
		}
	for (int j = 1; j <= m >> 1; j++) {
		r[0 * s + j] = b[1 * s + j];
		r[(n + 1) * s + j] = b[n * s + j];
	}
}

// Rounded down, where the quotient is not.
static void below_zero(int *c, int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 8; j++)
			c[i * 8 + 4 + ((j - 8) >> 1)] = 10 * i + j, c[i * 8 + 4 + (j >> 1)] = (j - 7) >> 2;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, m = argc > 2 ? atoi(argv[2]) : 10, s = m / 2 + 2, size = (n + 2) * s;
	double *r, *b, sum = 0;
	int *c;
#pragma dist array r[n + 2][s], b[n + 2][s], c[n][8]
#pragma dist distribute[block][*] ::r, b, c
	r = calloc(size, sizeof *r), b = calloc(size, sizeof *b), c = calloc(n * 8, sizeof *c);
	for (int i = 0; i < size; i++) b[i] = i % 7;
	for (int t = 0; t < 4; t++) {
		declared(t);
		flat(n, m, t % 2 ? b : r, t % 2 ? r : b);
	}
	below_zero(c, n);
	for (int i = 0; i < N + 2; i++)
		for (int j = 0; j < HALF + 2; j++) sum += red[i][j] * (i - j) + black[i][j] * (i + 2 * j);
	printf("%g\n", sum);
	sum = 0;
	for (int i = 0; i < size; i++) sum += (r[i] - 2 * b[i]) * (i % 23);
	for (int i = 0; i < 8 * n; i++) sum += c[i] * (i % 5);
	printf("%g\n", sum);
	return 0;
}
