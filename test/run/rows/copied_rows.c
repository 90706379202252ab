// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Rows of mapped arrays that memcpy, memset and memmove read and set in a loop: to work rows and back, from neighbours'
// rows, parts of rows, rows of planes, rows behind pointers. They are accesses to the row, and the loop is split. Where a
// row itself is split nothing but a right answer is asked for. The collective operation is that of the assertion.
// ARGS: 30 20
// ARGS: 5 3
// MAX-SLOW: 6
// BY-ALL: 12 loops over arrays whose rows are split
// PER-STEP: procs=2 from="31 20 1 4" to="31 20 1 14" messages=1 collectives=1
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40, M = 24, L = 6 };
static double u[N][M], v[N][M], cube[N][L][M], tiles[N][M], columns[N][M];
#pragma dist distribute [block][*] :: u, v
#pragma dist distribute cube[block][*][*]
#pragma dist distribute tiles[block][block]
#pragma dist distribute columns[*][block]

static void smooth(void)
{
	for (int i = 0; i < N; i++) {
		double row[M];
		memcpy(row, u[i], sizeof row);
		for (int j = 1; j < M - 1; j++) u[i][j] = (row[j - 1] + row[j + 1]) / 2;
	}
}

static void from_neighbours(void)
{
	for (int i = 1; i < N - 1; i++) {
		double above[M];
		memcpy(v[i], u[i - 1], M * sizeof(double));
		memcpy(above, &u[i + 1][0], sizeof above);
		for (int j = 0; j < M; j++) v[i][j] += above[j];
	}
}

// Each row from the one that was set just before, and from the one that is still as it was.
static void shifted(void)
{
	for (int i = 30; i < N; i++) {
		memcpy(v[i], v[i - 1], sizeof v[i]);
		v[i][i % M] += 1;
	}
	for (int i = 0; i < 20; i++) {
		v[i][0] -= 1;
		memcpy(v[i], v[i + 1], sizeof v[i]);
	}
}

static void parts(int from, int n)
{
	for (int i = 0; i < N; i++) {
		if (i % 3 == 0) memset(&v[i][from], 0, (size_t)n * sizeof v[i][0]);
		if (i % 5 == 0) memmove(&v[i][2], &v[i][1], 4 * sizeof(double));
		memcpy(&u[i][from], &v[i][1], (size_t)n * sizeof(double));
	}
}

static void planes(void)
{
	for (int i = 0; i < N; i++)
		for (int k = 1; k < L; k++) {
			double row[M];
			memcpy(row, cube[i][k - 1], sizeof row);
			for (int j = 0; j < M; j++) cube[i][k][j] += row[M - 1 - j] / 3;
		}
}

static void split_rows(void)
{
	for (int i = 1; i < N; i++) {
		double row[M];
		memcpy(row, tiles[i - 1], sizeof row);
		for (int j = 1; j < M; j++) tiles[i][j] += row[j - 1] / 4;
		memcpy(row, columns[i], sizeof row);
		for (int j = 1; j < M; j++) columns[i][j] = row[j - 1] + i;
		memset(&columns[i][3], 0, 2 * sizeof(double));
	}
}

// Further than the row: into the next one.
static void beyond(int rows)
{
	for (int i = 0; i + rows <= N; i += rows) {
		double all[4 * M];
		memcpy(all, v[i], (size_t)rows * M * sizeof(double));
		for (int k = 0; k < rows * M; k++) v[i + k / M][k % M] = all[rows * M - 1 - k];
	}
}

static double variable(int n, int m, int steps)
{
	double(*w)[m] = malloc(sizeof *w * n), **rows = malloc(sizeof *rows * n), sum = 0;
#pragma dist distribute w[block][*]
#pragma dist array rows[n][m]
#pragma dist distribute rows[block][*]
	for (int i = 0; i < n; i++) rows[i] = malloc(sizeof **rows * m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) w[i][j] = i * j % 7, rows[i][j] = i + j;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n - 1; i++) {
			double *row = malloc(sizeof *row * m);
			assert(row);
			memcpy(row, w[i - 1], sizeof *row * m);
			for (int j = 0; j < m; j++) rows[i][j] = row[j] / 2 + w[i + 1][j];
			free(row);
		}
		for (int i = 0; i < n; i++) memcpy(w[i], rows[i], m * sizeof(double));
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += w[i][j] * (i + 2 * j);
	for (int i = 0; i < n; i++) free(rows[i]);
	free(rows);
	free(w);
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 31, m = argc > 2 ? atoi(argv[2]) : 20, only = argc > 3 ? atoi(argv[3]) : 0;
	int steps = argc > 4 ? atoi(argv[4]) : 3;
	double sum[5] = {0};
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			u[i][j] = (i * 3 + j) % 11, tiles[i][j] = i - j, columns[i][j] = j;
			for (int k = 0; k < L; k++) cube[i][k][j] = i + j + k;
		}
	for (int t = 0; t < (only ? 0 : steps); t++) {
		smooth();
		from_neighbours();
		shifted();
		parts(m % 10 + 1, 5);
		planes();
		split_rows();
		beyond(2 + t % 2);
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			sum[0] += (int)(u[i][j] * 64) * (i + j), sum[1] += (int)(v[i][j] * 64) * (i + j);
			sum[2] += (int)(cube[i][L - 1][j] * 64), sum[3] += (int)(tiles[i][j] * 64) * j;
			sum[4] += columns[i][j] * j;
		}
	for (int k = 0; k < 5; k++) printf("%.0f ", sum[k]);
	printf("%.3f\n", variable(n, m, steps));
	return 0;
}
