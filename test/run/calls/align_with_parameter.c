// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 36 "for (int i = 0; i < n; i++) total += square[i];": nothing in it is split
//            "for (int i = 0; i < n; i++) square[i] = x[i] * x[i];": nothing in it is split
//            "for (int j = 0; j < n; j++) for (int i = 0; i < m; i++) sum...": nothing in it is split
//            "for (int j = 1; j <= n; j++) for (int i = 1; i <= m; i++) g...": nothing in it is split
// ARGS: 13 7
// ARGS: 1 1
// MAX-SLOW: 0
// Work arrays of a function that lie as its argument does, whatever mapping that has: an array of its own, one with another shape than the argument's, one
// from malloc, and beside an argument that has no mapping.
#include <stdio.h>
#include <stdlib.h>

static int life(int n, int m, int (*grid)[m + 2])
{
	int (*s)[m] = malloc(sizeof *s * n), sum = 0;
#pragma dist array s[n][m]
#pragma dist align s[j][i] with grid[j + 1][i + 1]
	for (int j = 1; j <= n; j++)
		for (int i = 1; i <= m; i++)
			s[j - 1][i - 1] = grid[j - 1][i] + grid[j + 1][i] + grid[j][i];
	for (int j = 1; j <= n; j++)
		for (int i = 1; i <= m; i++) grid[j][i] = s[j - 1][i - 1] % 3;
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++) sum += s[j][i];
	free(s);
	return sum;
}

static double norm(int n, const double *x)
{
#pragma dist inherit x
	double square[n], total = 0;
#pragma dist align square[i] with x[i]
	for (int i = 0; i < n; i++) square[i] = x[i] * x[i];
	for (int i = 0; i < n; i++) total += square[i];
	return total;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	int (*g)[m + 2] = calloc(n + 2, sizeof *g), (*plain)[m + 2] = calloc(n + 2, sizeof *plain);
#pragma dist array g[n + 2][m + 2]
#pragma dist distribute g[block][*]
	double *x = malloc(n * sizeof *x), y[5] = {1, 2, 3, 4, 5};
#pragma dist array x[n]
#pragma dist distribute x[block]
	(void)argc;
	for (int j = 0; j < n + 2; j++)
		for (int i = 0; i < m + 2; i++) g[j][i] = i * j % 5;
	for (int j = 0; j < n + 2; j++)
		for (int i = 0; i < m + 2; i++) plain[j][i] = i + j;
	for (int i = 0; i < n; i++) x[i] = i;
	for (int t = 0; t < 4; t++) printf("%d\n", life(n, m, g));
	printf("%g %g\n", norm(n, x), norm(5, y));
	printf("%d\n", life(n, m, plain));
	return 0;
}
