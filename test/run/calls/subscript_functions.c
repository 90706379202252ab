// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 9
// ARGS: 3 2
// MAX-SLOW: 0
//
// Subscripts by functions, and planes chosen by logical operators.
#include <stdio.h>
#include <stdlib.h>

#define R 12
#define C 9

static char world[2][R][C];
#pragma dist distribute world[*][block][*]

static inline size_t idx(int m, int i, int j) { return (size_t)i * m + j; }
static int shifted(int i, int by) { return i + by; }

static void filter(int n, int m, const double *a, double *b)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < m; j++)
			b[idx(m, i, j)] = a[idx(m, shifted(i, -1), j)] + a[idx(m, shifted(i, 1), j)];
}

static int alive(int now)
{
	int n = 0;
	for (int r = 0; r < R; r++)
		for (int c = 0; c < C; c++) n += world[now][r][c] * (r + 1);
	return n;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 13, m = argc > 2 ? atoi(argv[2]) : 9, now = 0;
	double *a = malloc(n * m * sizeof *a), *b = calloc(n * m, sizeof *b);
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [block][*] :: a, b
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[idx(m, i, j)] = i * j;
	filter(n, m, a, b);
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += b[idx(m, i, j)] * (i + 2 * j);
	printf("%g\n", sum);

	for (int r = 0; r < R; r++)
		for (int c = 0; c < C; c++) world[0][r][c] = r * c % 3 == 1;
	for (int t = 0; t < 8; t++) {
		for (int r = 1; r < R - 1; r++)
			for (int c = 0; c < C; c++) world[!now][r][c] = world[now][r - 1][c] ^ world[now][r + 1][c];
		now ^= 1;
		for (int r = 1; r < R - 1; r++)
			for (int c = 0; c < C; c++) world[now ^ 1][r][c] = world[now][r - 1][c] ^ world[now][r + 1][c];
		now = (now + 1) & 1;
		for (int r = 1; r < R - 1; r++)
			for (int c = 0; c < C; c++)
				world[(t + 1) & 1][r][c] = world[t & 1][r - 1][c] | world[t & 1][r + 1][c];
		now = now == 0;
		for (int r = 0; r < R; r++)
			for (int c = 0; c < C; c++)
				if ((r & 3) == 1) world[now][r][c] = 1 - world[now][r][c];
		printf("%d %d\n", t, alive(now));
	}
	return 0;
}
