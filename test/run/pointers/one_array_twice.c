// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 5 "for (int l = 0; l < 3; l++) for (int i = 1; i < n; i++) for...": `from` and `to` overlap
// ARGS: 20 12
// ARGS: 5 3
// MAX-SLOW: 2
//
// One array for two parameters: where each element is read and set at one home index the nest is parallel. A nest that reads neighbours
// of what it sets is not: it is slow for one array given twice (both calls of the last kind), and parallel for two.
#include <stdio.h>
#include <stdlib.h>

static int n, m;
static double *a, *b, *tend;
#pragma dist array [3][n][m] :: a, b, tend
#pragma dist distribute [*][block][*] :: a, b, tend

static void step(const double *from, double *to, double dt, const double *t)
{
	for (int l = 0; l < 3; l++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) {
				int at = (l * n + i) * m + j;
				to[at] = from[at] + dt * t[at];
			}
}

static void along_rows(const double *from, double *to)
{
	for (int l = 0; l < 3; l++)
		for (int i = 0; i < n; i++)
			for (int j = 1; j < m; j++) to[(l * n + i) * m + j] += 0.5 * from[(l * n + i) * m + j - 1];
}

static void neighbours(const double *from, double *to)
{
	for (int l = 0; l < 3; l++)
		for (int i = 1; i < n; i++)
			for (int j = 0; j < m; j++) to[(l * n + i) * m + j] += 0.5 * from[(l * n + i - 1) * m + j];
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 16, m = argc > 2 ? atoi(argv[2]) : 9;
	a = malloc(3 * n * m * sizeof *a), b = malloc(3 * n * m * sizeof *b), tend = malloc(3 * n * m * sizeof *tend);
	for (int l = 0; l < 3; l++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) {
				int at = (l * n + i) * m + j;
				a[at] = i * j % 7, b[at] = i - l, tend[at] = j;
			}
	for (int t = 0; t < 4; t++) {
		step(a, b, 0.25, tend);
		step(b, b, 0.5, tend);
		step(b, a, 1, b);
		along_rows(a, a);
		along_rows(a, b);
		neighbours(a, b);
	}
	neighbours(a, a);
	neighbours(b, b);
	double s = 0;
	for (int l = 0; l < 3; l++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) s += (a[(l * n + i) * m + j] - b[(l * n + i) * m + j]) * (i + 2 * j + l);
	printf("%.10g\n", s);
}
