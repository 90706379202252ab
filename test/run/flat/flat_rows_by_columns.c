// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Arrays that are split by columns, and functions that take them as flat memory, &u[0][0] or *u, a row at a time: in the
// nest's text such an access has the array's own subscripts, so that each process has its columns, and not a part of
// every row.
// ARGS: 61 1041 4
// ARGS: 3 2 2
// ARGS: 1 9 3
// PER-STEP: procs=4 from="2011 2003 1" to="2011 2003 3" messages=2,4,4,2 collectives=0
// RESIDENT: procs=4 args="2011 2003 2" below_mb=34
#include <stdio.h>
#include <stdlib.h>

#define ROWS 2011
#define COLUMNS 2003
static double u[ROWS][COLUMNS], v[ROWS][COLUMNS];
#pragma dist distribute u[*][block], v[*][block]

static void line(const double *from, double *to, int i, int m)
{
	for (int j = 1; j < m - 1; j++)
		to[i * COLUMNS + j] = .25 * (from[(i - 1) * COLUMNS + j] + from[(i + 1) * COLUMNS + j] +
		                             from[i * COLUMNS + j - 1] + from[i * COLUMNS + j + 1]);
}

// Rows as long as the program says.
static void line_of(int n, int m, const double *from, double *to, int i)
{
	for (int j = 0; j < m; j++) *(to + i * m + j) = 2 * from[i * m + j] - (i + 1 < n ? from[(i + 1) * m + j] : 0);
}

static void of_any_length(int n, int m)
{
	double (*a)[m] = malloc(sizeof(double[n][m])), (*b)[m] = malloc(sizeof(double[n][m]));
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute a[*][block], b[*][block]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = i * 3 + j % 7;
	for (int i = 0; i < n; i++) line_of(n, m, &a[0][0], &b[0][0], i);
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += b[i][j];
	printf("%.0f\n", sum);
	free(a);
	free(b);
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), steps = atoi(argv[3]);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i][j] = v[i][j] = (i * 7 + j * 3) % 64;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n - 1; i++) line(&u[0][0], &v[0][0], i, m);
		for (int i = 1; i < n - 1; i++) line(v[0], *u, i, m);
	}
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += u[i][j] * (i % 3 + 1);
	printf("%.4f %.6f\n", sum, u[n / 2][m / 3]);
	of_any_length(n < 99 ? n : 99, m < 99 ? m : 99);
	return 0;
}
