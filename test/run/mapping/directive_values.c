// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// What directives compute: sizes, calls of functions without an effect, widths of shadows that the program knows.
// ARGS: 40
// ARGS: 5
// MAX-SLOW: 0
#include <stdio.h>
#include <stdlib.h>

typedef float real;
struct cell {
	int kind;
	double value[3];
};

static int n, width;
static int rows_of(int level) { return n >> level; }

static real *u;
static struct cell *cells;
static long bytes;
#pragma dist array u[bytes / sizeof(real)]
#pragma dist array cells[bytes / sizeof(struct cell)]
#pragma dist distribute [block] :: u, cells

static double *levels, *wide;
#pragma dist array levels + 4 * n * (k > 0) [rows_of(k)][sizeof(*u)] : k = 0..1
#pragma dist distribute levels[block][*]
#pragma dist array wide[n]
#pragma dist distribute wide[block]
#pragma dist shadow wide[width:width + 3]

static void add(int rows, double (*v)[4])
{
	for (int i = 1; i < rows; i++)
		for (int j = 0; j < 4; j++) v[i][j] = i + j;
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 12;
	width = 2;
	double sum = 0;
	bytes = n * (long)sizeof *u;
	u = malloc(bytes);
	for (int i = 0; i < n; i++) u[i] = i;
	for (int i = 1; i < n; i++) sum += u[i] * u[i - 1];
	bytes = n * (long)sizeof *cells;
	cells = malloc(bytes);
	for (int i = 0; i < n; i++) cells[i].value[2] = i / 2.0;
	for (int i = 0; i < n; i++) sum += cells[i].value[2];
	levels = calloc(8 * n, sizeof *levels);
	add(rows_of(0), (void *)levels);
	add(rows_of(1), (void *)(levels + 4 * n));
	for (int i = 0; i < 6 * (n / 2); i++) sum += levels[i] * (i % 3);
	wide = malloc(n * sizeof *wide);
	for (int i = 0; i < n; i++) wide[i] = i % 5;
	for (int i = 2; i < n - 3; i++) sum += wide[i - 2] * wide[i + 3];
	printf("%.10g\n", sum);
	return 0;
}
