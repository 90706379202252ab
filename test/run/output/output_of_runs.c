// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 61 37 2
// ARGS: 2 3 1
// ARGS: 5 1 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="61 37 2" to="61 37 4" collectives=8 messages=0,0
// PER-STEP: procs=4 from="61 37 2" to="61 37 4" collectives=8 messages=0
// PER-STEP: procs=7 from="61 37 2" to="61 37 4" collectives=8 messages=0
// Rows of memory behind pointers that are written one after the other: a gathering for each loop, not for each row.
// Flat arrays, members, row pointers, a macro; by address and by sum; in elements and in bytes; a part of each row,
// several rows at once, and in helpers.
#include <stdio.h>
#include <stdlib.h>
#define AT(x, i, j) x[(i) * m + (j)]
struct grid {
	int n, m;
	float *u;
#pragma dist array u[n][m]
#pragma dist distribute u[block][*]
};

static void save(const double *a, int n, int m, FILE *file)
{
	for (int i = 0; i < n; i++) fwrite(a + i * m, sizeof(double), m, file);
}

static void save_row(const double *a, int i, int m, FILE *file) { fwrite(&a[i * m], sizeof(double), (size_t)m, file); }

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, m = argc > 2 ? atoi(argv[2]) : 15, steps = argc > 3 ? atoi(argv[3]) : 2;
	double *u = malloc(n * m * sizeof *u), **rows = malloc(n * sizeof *rows);
#pragma dist array u[n][m], rows[n][m]
#pragma dist distribute u[block][*], rows[block][*]
	for (int i = 0; i < n; i++) rows[i] = malloc(m * sizeof **rows);
	struct grid *g = malloc(sizeof *g);
	*g = (struct grid){n, m, malloc(n * m * sizeof *g->u)};
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) AT(u, i, j) = rows[i][j] = AT(g->u, i, j) = 48 + (i * 7 + j) % 50;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) {
				AT(u, i, j) += 1;
				rows[i][j] += 2;
				AT(g->u, i, j) += 3;
			}
		for (int i = 0; i < n; i++) fwrite(&AT(u, i, 0), sizeof(double), m, stdout);
		for (int i = 0; i < n; i++) fwrite(&rows[i][0], sizeof(double), m, stdout);
		for (int i = 0; i < n; i++) fwrite(&g->u[i * g->m], sizeof(float), g->m, stdout);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) AT(u, i, j) += 1;
		for (int i = 0; i < n; i++) fwrite(u + i * m, 1, m * sizeof *u, stdout);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) {
				AT(u, i, j) += 1;
				rows[i][j] += 1;
			}
		for (int i = n - 1; i >= 0; i--) fwrite(rows[i], sizeof **rows, m / 2, stdout);
		save(u, n, m, stdout);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) AT(u, i, j) += 1;
		for (int i = 0; i < n; i++) save_row(u, i, m, stdout);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) AT(u, i, j) += 1;
		for (int i = 0; i + 1 < n; i += 2) fwrite(&u[i * m + 1], sizeof(double), 2 * m - 1, stdout);
	}
	return 0;
}
