// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 40 2
// ARGS: 13 1
// ARGS: 1 1
// ARGS: 0 1
// MAX-SLOW: 16
// BY-ALL: 60 "for (int i = 0; i < n; i++) memcpy(full + i * M": all processes get the whole array, to write it
// PER-STEP: procs=2 from="40 2" to="40 4" messages=0,0 collectives=3
// PER-STEP: procs=4 from="40 2" to="40 4" messages=0,0,0,0 collectives=3
// PER-STEP: procs=7 from="40 2" to="40 4" messages=0,0,0,0,0,0,0 collectives=3
// Rows that memcpy brings from an array to memory which all processes have, or from there: at p + n, or &p[n]. All rows
// of a loop come at once; the two other collectives in each step are of the calls that write the file.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 40, M = 30 };
static double u[N + 2][M + 2], v[N + 2][M + 2], c[N + 2][M + 2];
static double table[N * M];
#pragma dist distribute u[block][*]
#pragma dist distribute v[*][block]
#pragma dist distribute c[block][block]

static double total(const double *a, int n)
{
	double sum = 0;
	for (int k = 0; k < n; k++) sum += a[k] * (k % 13);
	return sum;
}

// A row in each step, at a place that a variable has.
static void packed(double *sums, int n)
{
	double *full = calloc((size_t)N * M + 1, sizeof *full);
	int at = 0;
	if (!full) exit(1);
	for (int i = 0; i < n; i++) {
		memcpy(&full[at], &u[i + 1][1], M * sizeof(double));
		at += i % 2 ? M : 0;
	}
	sums[0] = total(full, N * M);
	at = 3;
	for (int i = 0; i < n; i++) {
		memset(full + at, 0, sizeof(double));
		memcpy(full + i * M, &v[i + 1][1], M * sizeof(double));
		at = i * M + 1;
	}
	sums[1] = total(full, N * M);
	for (int i = 0; i < n; i++) memmove(table + i * M, &c[i + 1][2], (M - 1) * sizeof *table);
	sums[2] = total(table, N * M);
	free(full);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, steps = argc > 2 ? atoi(argv[2]) : 1;
	double sums[3];
	for (int i = 0; i < N + 2; i++)
		for (int j = 0; j < M + 2; j++) u[i][j] = i * 100 + j, v[i][j] = i - j, c[i][j] = i * j % 17;
	for (int k = 0; k < N * M; k++) table[k] = k % 7;
	for (int t = 0; t < steps; t++) {
		double *full = malloc((size_t)N * M * sizeof *full);
		if (!full) return 1;
		for (int k = 0; k < N * M; k++) full[k] = k;
		for (int i = 0; i < N + 2; i++)
			for (int j = 0; j < M + 2; j++) u[i][j] += t;
		for (int i = 0; i < n; i++) memcpy(full + i * M, &u[i + 1][1], M * sizeof(double));
		FILE *f = fopen("rows.bin", "wb");
		fwrite(full, sizeof *full, (size_t)N * M, f);
		fclose(f);
		free(full);
	}
	packed(sums, n);
	printf("%g %g %g\n", sums[0], sums[1], sums[2]);
	for (int i = 0; i < n; i++) memcpy(&u[i + 1][1], table + i * M, M * sizeof(double));
	for (int i = 0; i < n; i++) memcpy(&c[i + 1][1], &table[(n - 1 - i) * M], M * sizeof(double));
	for (int i = 0; i < N + 2; i++) printf("%g %g %g\n", u[i][1], u[i][i % (M + 2)], c[i][i % (M + 2)]);
	return 0;
}
